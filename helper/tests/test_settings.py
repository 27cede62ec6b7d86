"""Settings: where data goes on each system, what a settings file may move, and who alone can allow an address."""

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
     '{"user_agent": ""}', "\ufffd{"],
)  # fmt: skip
def test_a_bad_settings_file_is_named_in_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    with pytest.raises(SettingsError) as refused:
        Settings.read({"folder": tmp_path}, {})
    assert "settings.json" in str(refused.value)
    assert "\n" not in str(refused.value)
