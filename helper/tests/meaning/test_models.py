"""Model folders: what labels mean in whichever order, and files that must be as they were."""

import json
from pathlib import Path
from typing import Any

import pytest
from meaning.tiny_model import weighing_folder

from quotefound.meaning.entailment import Label
from quotefound.meaning.installing import install_from_folder, recommended, weights_in
from quotefound.meaning.models import CONFIG, FILES, MANIFEST, Opened, Refusal, labels_of, opened
from quotefound.meaning.shelf import Shelf

S, C, N = Label.SUPPORTED, Label.CONTRADICTED, Label.NEUTRAL


def numbered(*names: str) -> dict[str, str]:
    return {str(place): name for place, name in enumerate(names)}


@pytest.mark.parametrize(
    ("config", "meant"),
    [
        ({"id2label": numbered("contradiction", "entailment", "neutral")}, (C, S, N)),
        ({"id2label": numbered("ENTAILMENT", "NEUTRAL", "CONTRADICTION")}, (S, N, C)),
        ({"id2label": {"2": "entailment", "0": "neutral", "1": "contradiction"}}, (N, C, S)),
        ({"id2label": numbered("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")}, (S, C, N)),
        (
            {
                "id2label": numbered("LABEL_0", "LABEL_1", "LABEL_2"),
                "label2id": {"neutral": 0, "entailment": 2, "contradiction": 1},
            },
            (N, C, S),
        ),
        ({"label2id": {"neutral": 1, "entailment": 0, "contradiction": 2}}, (S, N, C)),
    ],
)
def test_labels_are_read_by_their_meaning(config: dict[str, Any], meant: tuple[Label, ...]) -> None:
    assert labels_of(config) == meant


@pytest.mark.parametrize(
    ("config", "says"),
    [
        ({"id2label": numbered("entailment", "not_entailment")}, "two labels"),
        ({"id2label": numbered("LABEL_0", "LABEL_1", "LABEL_2")}, "--labels"),
        ({"id2label": numbered("entailment", "not_entailment", "neutral")}, "do not name"),
        ({"id2label": numbered("entailment", "supports", "neutral")}, "do not name"),
        ({"id2label": numbered("a", "b", "c", "d")}, "4 labels"),
        ({"id2label": {"0": "entailment", "1": "neutral", "3": "contradiction"}}, "no named labels"),
        ({"id2label": ["entailment", "neutral", "contradiction"]}, "no named labels"),
        ({}, "no named labels"),
    ],
)
def test_labels_that_cannot_be_relied_on_are_refused(config: dict[str, Any], says: str) -> None:
    refused = labels_of(config)
    assert isinstance(refused, Refusal)
    assert says in refused.sentence


def test_numbered_labels_can_be_named_by_hand() -> None:
    config = {"id2label": numbered("LABEL_0", "LABEL_1", "LABEL_2")}
    assert labels_of(config, ["neutral", "contradiction", "entailment"]) == (N, C, S)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    shelf = Shelf(tmp_path / "data")
    assert install_from_folder(shelf, weighing_folder(tmp_path / "tiny")) == "tiny"
    return shelf


def test_an_installed_model_opens_as_it_is(shelf: Shelf, tmp_path: Path) -> None:
    model = opened(shelf.folder / "tiny")
    assert isinstance(model, Opened)
    assert model.weights == (tmp_path / "tiny" / "model.onnx").read_bytes()
    assert (model.labels, model.longest, model.name) == ((S, N, C), 40, "tiny")
    listed = shelf.get("tiny")
    assert listed is not None
    assert model.hash == listed.hash


@pytest.mark.parametrize("file", FILES)
def test_a_changed_file_is_refused_with_a_sentence(shelf: Shelf, file: str) -> None:
    path = shelf.folder / "tiny" / file
    path.write_bytes(path.read_bytes() + b" ")
    refused = opened(shelf.folder / "tiny")
    assert isinstance(refused, Refusal)
    assert f"The file {file} of tiny has changed since it was installed" in refused.sentence


def test_a_missing_file_and_a_folder_that_is_no_model_are_refused(shelf: Shelf) -> None:
    (shelf.folder / "tiny" / CONFIG).unlink()
    (shelf.folder / "other").mkdir()
    refused = opened(shelf.folder / "tiny")
    assert isinstance(refused, Refusal)
    assert "cannot be read" in refused.sentence
    refused = opened(shelf.folder / "other")
    assert isinstance(refused, Refusal)
    assert "holds no installed model" in refused.sentence


def test_a_manifest_that_leaves_a_file_out_is_no_installed_model(shelf: Shelf) -> None:
    path = shelf.folder / "tiny" / MANIFEST
    manifest = json.loads(path.read_text())
    del manifest["files"]["model.onnx"]
    path.write_text(json.dumps(manifest))
    assert isinstance(opened(shelf.folder / "tiny"), Refusal)
    assert shelf.models() == []


def test_of_several_onnx_files_the_one_for_this_machine_is_taken(tmp_path: Path) -> None:
    (tmp_path / "onnx").mkdir()
    own = recommended().files["model.onnx"]
    for file in ("onnx/model.onnx", "onnx/model_O3.onnx", "onnx/model_quint8_avx2.onnx", "onnx/model_qint8_arm64.onnx"):
        (tmp_path / file).write_bytes(b"x")
    assert weights_in(tmp_path) == tmp_path / own
    assert weights_in(tmp_path, "onnx/model_O3.onnx") == tmp_path / "onnx/model_O3.onnx"
    assert isinstance(weights_in(tmp_path, "other.onnx"), Refusal)


def test_each_processor_is_offered_its_own_file() -> None:
    assert recommended("x86_64").files["model.onnx"] == "onnx/model_quint8_avx2.onnx"
    assert recommended("arm64").files["model.onnx"] == "onnx/model_qint8_arm64.onnx"
    assert recommended().sha256 == {}  # none is known; one that is invented would refuse the true file
