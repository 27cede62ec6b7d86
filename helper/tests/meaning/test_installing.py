"""Models from the network and from folders: whole or not at all, resumed, hashed, with room for them."""

import hashlib
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from meaning.serving_models import ModelServer, serving
from meaning.tiny_model import weighing_folder

from quotefound.meaning import arriving
from quotefound.meaning.installing import Offer, install_from_address, install_from_folder, recommended
from quotefound.meaning.models import WEIGHTS, Opened, Refusal, manifest_of, opened
from quotefound.meaning.shelf import Shelf


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A model whose weights are large enough to break in their middle."""
    words = {f"word{number}": (0.0, 0.0, 0.0) for number in range(20_000)}
    return weighing_folder(tmp_path / "model", words)


@pytest.fixture
async def server(model: Path) -> AsyncIterator[ModelServer]:
    async with serving(model) as running:
        yield running


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arriving, "PAUSE_S", 0.01)


def offer(server: ModelServer, **known: str) -> Offer:
    return replace(recommended("x86_64"), name="tiny", address=server.address, sha256=known)


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def part_of(shelf: Shelf) -> Path:
    return shelf.folder / ".tiny.arriving" / "model.onnx.part"


async def test_what_arrives_is_kept_with_its_hashes(server: ModelServer, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "data")
    assert await install_from_address(shelf, offer(server)) == "tiny"
    manifest = manifest_of(shelf.folder / "tiny")
    assert isinstance(manifest, dict)
    assert manifest["files"] == {file: sha256(server.folder / file) for file in manifest["files"]}
    assert (manifest["origin"], manifest["known_before"], manifest["stated_by_server"]) == (server.address, {}, {})
    assert isinstance(opened(shelf.folder / "tiny"), Opened)
    assert [path for path, _ in server.requests] == [
        "/model/config.json", "/model/tokenizer.json", "/model/onnx/model_quint8_avx2.onnx"
    ]  # fmt: skip
    assert [path.name for path in shelf.folder.iterdir()] == ["tiny"]


async def test_what_a_model_host_states_on_its_way_is_compared_and_kept(server: ModelServer, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "data")
    moved = replace(offer(server), address=server.address.replace("/model", "/moved"))
    assert await install_from_address(shelf, moved) == "tiny"
    manifest = manifest_of(shelf.folder / "tiny")
    assert isinstance(manifest, dict)
    assert manifest["stated_by_server"] == {WEIGHTS: sha256(server.folder / WEIGHTS)}
    assert manifest["revision"] == "c" * 40


async def test_a_transfer_that_breaks_goes_on_where_it_broke(server: ModelServer, tmp_path: Path) -> None:
    server.breaks = 2
    assert await install_from_address(Shelf(tmp_path / "data"), offer(server)) == "tiny"
    ranges = [wanted for path, wanted in server.requests if path.endswith(".onnx")]
    assert ranges[0] == ""
    begun = [int(wanted.removeprefix("bytes=").removesuffix("-")) for wanted in ranges[1:]]
    assert 0 < begun[0] < begun[1]


async def test_one_that_keeps_breaking_is_resumed_by_the_next_run(server: ModelServer, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "data")
    server.breaks = arriving.ATTEMPTS
    broken = await install_from_address(shelf, offer(server))
    assert isinstance(broken, Refusal)
    assert "run this again to go on from there" in broken.sentence
    assert not shelf.remove("other")
    kept = part_of(shelf).stat().st_size
    assert (shelf.models(), kept > 0) == ([], True)
    server.requests.clear()
    assert await install_from_address(shelf, offer(server)) == "tiny"
    assert server.requests[-1][1] == f"bytes={kept}-"
    assert isinstance(opened(shelf.folder / "tiny"), Opened)


async def test_what_arrived_in_part_can_be_removed(server: ModelServer, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "data")
    server.breaks = arriving.ATTEMPTS
    await install_from_address(shelf, offer(server))
    assert part_of(shelf).exists()
    assert shelf.remove("tiny")
    assert list(shelf.folder.iterdir()) == []


@pytest.mark.parametrize("resumes", [True, False])
async def test_two_versions_are_never_joined(server: ModelServer, tmp_path: Path, resumes: bool) -> None:
    shelf = Shelf(tmp_path / "data")
    server.breaks = arriving.ATTEMPTS
    await install_from_address(shelf, offer(server))
    weights = server.folder / WEIGHTS
    weights.write_bytes(weights.read_bytes().replace(b"tiny", b"TINY"))
    server.version, server.resumes = '"2"', resumes
    assert await install_from_address(shelf, offer(server)) == "tiny"
    assert (shelf.folder / "tiny" / WEIGHTS).read_bytes() == weights.read_bytes()


async def test_a_file_with_another_hash_than_the_known_one_is_thrown_away(server: ModelServer, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "data")
    wrong = await install_from_address(shelf, offer(server, **{WEIGHTS: "0" * 64}))
    assert isinstance(wrong, Refusal)
    assert "instead of the one known" in wrong.sentence
    assert (shelf.models(), list(shelf.folder.rglob("*.onnx*"))) == ([], [])
    assert await install_from_address(shelf, offer(server, **{WEIGHTS: sha256(server.folder / WEIGHTS)})) == "tiny"


async def test_a_file_with_another_hash_than_the_server_states_is_thrown_away(
    server: ModelServer, tmp_path: Path
) -> None:
    shelf = Shelf(tmp_path / "data")
    server.stated = "ab" * 32
    wrong = await install_from_address(shelf, offer(server))
    assert isinstance(wrong, Refusal)
    assert "stated by the server" in wrong.sentence
    assert shelf.models() == []


async def test_what_would_fill_the_disk_is_not_begun(server: ModelServer, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "data")
    server.announced = arriving.LARGEST_BYTES + 1
    assert "more than any model" in str(await install_from_address(shelf, offer(server)))
    assert not part_of(shelf).exists()


async def test_no_room_is_said_before_the_first_byte(
    server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arriving, "SPARE_BYTES", 1 << 60)  # more than any disk has
    refused = await install_from_address(Shelf(tmp_path / "data"), offer(server))
    assert isinstance(refused, Refusal)
    assert "There is no room for config.json" in refused.sentence


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
async def test_a_disk_that_fills_up_on_the_way_is_said(server: ModelServer, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "data")
    part_of(shelf).parent.mkdir(parents=True)
    part_of(shelf).symlink_to("/dev/full")
    refused = await install_from_address(shelf, offer(server))
    assert isinstance(refused, Refusal)
    assert "The disk is full" in refused.sentence
    assert shelf.models() == []


async def test_addresses_that_lead_nowhere_or_are_not_safe(server: ModelServer, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "data")
    missing = replace(offer(server), files=recommended("arm64").files)
    assert "answered 404" in str(await install_from_address(shelf, missing))
    plain = replace(offer(server), address="http://models.example/x")
    assert "no https address" in str(await install_from_address(shelf, plain))
    server_gone = replace(offer(server), address="http://127.0.0.1:1/model")
    assert "broke off" in str(await install_from_address(shelf, server_gone))


async def test_a_model_of_two_labels_is_refused_before_its_weights_are_fetched(tmp_path: Path) -> None:
    two = {"0": "entailment", "1": "not_entailment"}
    async with serving(weighing_folder(tmp_path / "two", id2label=two)) as server:
        assert "two labels" in str(await install_from_address(Shelf(tmp_path / "data"), offer(server)))
        assert [path for path, _ in server.requests] == ["/model/config.json"]
        assert list((tmp_path / "data" / "models").iterdir()) == []


def test_a_folder_is_copied_and_its_original_may_go(model: Path, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "data")
    assert install_from_folder(shelf, model, name="mine") == "mine"
    assert "already" in str(install_from_folder(shelf, model, name="mine"))
    assert "no name" in str(install_from_folder(shelf, model, name="../mine"))
    (model / "config.json").unlink()
    assert "holds no config.json" in str(install_from_folder(shelf, model, name="other"))
    assert isinstance(opened(shelf.folder / "mine"), Opened)
    assert shelf.remove("mine")
    assert (shelf.models(), shelf.remove("mine"), shelf.remove("..")) == ([], False, False)


def test_numbered_labels_named_by_hand_are_kept_with_the_model(tmp_path: Path) -> None:
    source = weighing_folder(tmp_path / "model", id2label={str(n): f"LABEL_{n}" for n in range(3)})
    shelf = Shelf(tmp_path / "data")
    assert "--labels" in str(install_from_folder(shelf, source, name="mine"))
    named = ("neutral", "entailment", "contradiction")
    assert install_from_folder(shelf, source, name="mine", labels=named) == "mine"
    model = opened(shelf.folder / "mine")
    assert isinstance(model, Opened)
    assert [str(label) for label in model.labels] == ["neutral", "supported", "contradicted"]
