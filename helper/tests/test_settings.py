"""Settings: where data goes on each system, what a settings file may move and how, who alone can allow an address."""

import json
from pathlib import Path

import pytest

from quotefound.settings import Settings, SettingsError, data_folder, host_and_port


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": "/data/ada"}, "/data/ada/quotefound"),
        ("linux", {"HOME": "/home/ada"}, "/home/ada/.local/share/quotefound"),
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": "not/absolute"}, "/home/ada/.local/share/quotefound"),
        ("freebsd14", {"HOME": "/home/ada"}, "/home/ada/.local/share/quotefound"),
        ("darwin", {"HOME": "/Users/ada", "XDG_DATA_HOME": "/x"}, "/Users/ada/Library/Application Support/Quotefound"),
        ("win32", {"LOCALAPPDATA": "C:\\Users\\ada\\AppData\\Local"}, "C:\\Users\\ada\\AppData\\Local/Quotefound"),
    ],
)
def test_each_system_keeps_data_in_its_own_place(platform: str, environment: dict[str, str], folder: str) -> None:
    assert Path(folder) == data_folder(environment, platform)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_without_a_home_the_sentence_names_the_way_out(platform: str) -> None:
    with pytest.raises(SettingsError, match="--folder"):
        data_folder({}, platform)


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("127.0.0.1:8080", ("127.0.0.1", 8080)),
        (" Wiki.Intranet:80 ", ("wiki.intranet", 80)),
        ("[::1]:65535", ("::1", 65535)),
    ],
)
def test_host_and_port_are_read(text: str, pair: tuple[str, int]) -> None:
    assert pair == host_and_port(text)


@pytest.mark.parametrize(
    "text",
    ["", "127.0.0.1", ":80", "host:", "host:port", "host:0", "host:65536", "host:123456", "::1:80", "http://host:80",
     "host:80/path", "me@host:80", "a b:80", "host:８０", "*:-1"],
)  # fmt: skip
def test_what_is_no_host_and_port_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(SettingsError) as refused:
        host_and_port(text)
    assert "--allow" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_command_line_alone_allows_addresses(tmp_path: Path) -> None:
    arguments = {"folder": str(tmp_path), "allow": ["127.0.0.1:8080", "[::1]:9"], "port": None, "command": "serve"}
    settings = Settings.read(arguments, {})
    assert frozenset({("127.0.0.1", 8080), ("::1", 9)}) == settings.allow
    assert tmp_path == settings.folder
    assert settings.port == 0
    assert frozenset() == Settings.read({"folder": tmp_path}, {}).allow


@pytest.mark.parametrize("name", ["allow", "extension_origins", "folder", "no_such_setting"])
def test_a_settings_file_cannot_widen_who_may_be_reached_or_may_call(tmp_path: Path, name: str) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({name: ["127.0.0.1:8080"]}))
    with pytest.raises(SettingsError, match=name if name != "allow" else "only --allow on a command line"):
        Settings.read({"folder": tmp_path}, {})


def test_the_environment_cannot_allow_addresses(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "QUOTEFOUND_ALLOW": "127.0.0.1:1", "ALLOW": "127.0.0.1:1"}
    assert frozenset() == Settings.read({}, environment).allow


def test_a_settings_file_moves_limits_and_the_command_line_wins(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"timeout_s": 5, "port": 4000, "max_redirects": 2}))
    settings = Settings.read({"folder": tmp_path, "port": 5000}, {})
    assert (settings.timeout_s, settings.port, settings.max_redirects) == (5.0, 5000, 2)


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"port": "80"}', '{"port": true}', '{"port": -1}', '{"port": 70000}', '{"timeout_s": 0}',
     '{"timeout_s": NaN}', '{"max_redirects": 1.5}', '{"max_redirects": 21}', '{"user_agent": "a\\r\\nX: y"}',
     '{"user_agent": ""}', '{"keep_days": 0}', '{"max_store_bytes": null}', '{"max_store_bytes": 9999999}', "\ufffd{"],
)  # fmt: skip
def test_a_bad_settings_file_is_named_in_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    with pytest.raises(SettingsError) as refused:
        Settings.read({"folder": tmp_path}, {})
    assert "settings.json" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_limits_that_are_moved_are_written_down_and_all_else_stays(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"timeout_s": 5, "max_store_bytes": 20_000_000}))
    before = Settings.read({"folder": tmp_path, "port": 5000, "allow": ["127.0.0.1:8080"]}, {})
    after = before.moved({"keep_days": 30, "max_store_bytes": 30_000_000})
    assert (after.keep_days, after.max_store_bytes) == (30, 30_000_000)
    assert (after.port, after.timeout_s, after.allow) == (5000, 5.0, before.allow)
    assert json.loads(path.read_text()) == {"timeout_s": 5, "max_store_bytes": 30_000_000, "keep_days": 30}
    assert Settings.read({"folder": tmp_path}, {}).keep_days == 30
    after.moved({"keep_days": None})
    again = Settings.read({"folder": tmp_path}, {})
    assert (again.keep_days, again.max_store_bytes) == (None, 30_000_000)
    assert [each.name for each in tmp_path.iterdir()] == ["settings.json"]


def test_a_first_limit_makes_the_file(tmp_path: Path) -> None:
    Settings(folder=tmp_path).moved({"keep_days": 7})
    assert json.loads((tmp_path / "settings.json").read_text()) == {"keep_days": 7}


@pytest.mark.parametrize(
    "limits",
    [{"keep_days": 0}, {"keep_days": -1}, {"keep_days": 1.5}, {"keep_days": "7"}, {"keep_days": True},
     {"keep_days": 40_000}, {"keep_days": [7]}, {"max_store_bytes": None}, {"max_store_bytes": 0},
     {"max_store_bytes": 10**16}, {"max_store_bytes": 1e9}, {"keep_days": 7, "max_store_bytes": 1}, {"allow": []},
     {"folder": "/"}],
)  # fmt: skip
def test_a_limit_that_makes_no_sense_changes_nothing(tmp_path: Path, limits: dict[str, object]) -> None:
    (tmp_path / "settings.json").write_text('{"timeout_s": 5}')
    with pytest.raises(SettingsError) as refused:
        Settings(folder=tmp_path).moved(limits)
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(".")
    assert (tmp_path / "settings.json").read_text() == '{"timeout_s": 5}'


def test_a_file_that_cannot_be_read_or_written_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{")
    with pytest.raises(SettingsError, match="cannot be read"):
        Settings(folder=tmp_path).moved({"keep_days": 7})
    assert path.read_text() == "{"
    with pytest.raises(SettingsError, match="cannot be written"):
        Settings(folder=tmp_path / "nowhere").moved({"keep_days": 7})


def test_a_settings_file_that_is_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.json").symlink_to(tmp_path / "mine.json")
    (tmp_path / "mine.json").write_text('{"timeout_s": 5}')
    Settings(folder=tmp_path / "data").moved({"keep_days": 7})
    assert (tmp_path / "data" / "settings.json").is_symlink()
    assert json.loads((tmp_path / "mine.json").read_text()) == {"timeout_s": 5, "keep_days": 7}
