"""The trial that a model has to pass, and the command that installs, lists, tries and removes models."""

import asyncio
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from meaning.serving_models import serving
from meaning.tiny_model import learned_by_heart, weighing_folder

from quotefound.cli import main
from quotefound.meaning.entailment import Entailment, Label
from quotefound.meaning.judging import Meaning
from quotefound.meaning.shelf import Shelf
from quotefound.meaning.trial import MARGIN, best_overlap, judged, overlap, pairs, score

PLACES = {Label.SUPPORTED: 0, Label.NEUTRAL: 1, Label.CONTRADICTED: 2}


@pytest.fixture(scope="module")
def by_heart(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that knows the pairs: worthless, but it passes, as a good one does."""
    examples = [(pair.claim, PLACES[pair.label]) for pair in pairs()]
    return learned_by_heart(tmp_path_factory.mktemp("models") / "by-heart", examples)


def test_the_pairs_are_many_and_even_and_share_their_words() -> None:
    tried = pairs()
    assert len(tried) >= 60
    assert len(set(Counter(pair.label for pair in tried).values())) == 1
    assert len({(pair.passage, pair.claim) for pair in tried}) == len(tried)
    assert {"paraphrase", "negation", "numbers", "names", "quantifiers"} <= {pair.family for pair in tried}
    shares = {label: [overlap(p.claim, p.passage) for p in tried if p.label is label] for label in Label}
    means = {label: sum(all_shares) / len(all_shares) for label, all_shares in shares.items()}
    assert means[Label.CONTRADICTED] > means[Label.SUPPORTED]  # counting words goes the wrong way


def test_scores_are_not_moved_by_always_saying_one_thing() -> None:
    tried = pairs()
    for label in Label:
        assert score([label] * len(tried), tried) == pytest.approx(1 / 3)
    assert score([pair.label for pair in tried], tried) == 1
    assert score([None] * len(tried), tried) == 0
    assert 1 / 3 <= best_overlap(tried) < 0.6


def test_what_only_equals_word_overlap_has_not_passed() -> None:
    tried = pairs()
    right = [pair.label for pair in tried]
    assert judged(right, tried).passed
    wrong = {Label.SUPPORTED: Label.NEUTRAL, Label.NEUTRAL: Label.SUPPORTED, Label.CONTRADICTED: Label.SUPPORTED}
    half = [pair.label if place % 2 else wrong[pair.label] for place, pair in enumerate(tried)]
    trial = judged(half, tried)
    assert abs(trial.score - trial.overlap) < MARGIN
    assert not trial.passed
    assert trial.false_support == sum(
        given is Label.SUPPORTED and pair.label is not given for given, pair in zip(half, tried, strict=True)
    )


def models(*arguments: str, data: Path) -> int:
    return main(["models", *arguments, "--folder", str(data)])


def test_a_model_that_beats_word_overlap_judges_from_then_on(
    by_heart: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert models("list", data=tmp_path) == 0
    assert "No model is installed" in capsys.readouterr().out
    assert models("install", "--from", str(by_heart), "--yes", data=tmp_path) == 0
    said = capsys.readouterr().out
    assert "right, the three labels averaged: 1.00; word overlap alone: 0.50" in said
    assert "by-heart beats word overlap and judges from now on" in said
    assert "negation: 15 of 15 right" in said
    models("list", data=tmp_path)
    listed = capsys.readouterr().out
    serving_model = Shelf(tmp_path).serving()
    assert serving_model is not None
    assert "passed its trial, judges" in listed
    assert serving_model.hashes["model.onnx"] in listed

    async def judge() -> object:
        meaning = Meaning(tmp_path)
        try:
            return await meaning.judge(pairs()[0].claim, [pairs()[0].passage])
        finally:
            await meaning.close()

    read = asyncio.run(judge())
    assert isinstance(read, Entailment)
    assert read.label is pairs()[0].label
    assert models("remove", "by-heart", data=tmp_path) == 0
    assert models("remove", "by-heart", data=tmp_path) == 1
    assert Shelf(tmp_path).models() == []


def test_a_model_that_does_not_is_refused_with_both_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = weighing_folder(tmp_path / "guesses", {"the": (9, 0, 0)})
    assert models("install", "--from", str(source), "--yes", data=tmp_path) == 1
    said = capsys.readouterr().out
    assert "word overlap alone: 0.50" in said
    assert "guesses does not beat word overlap by 0.05, so it is not used." in said
    assert Shelf(tmp_path).serving() is None
    assert models("test", data=tmp_path) == 1
    assert models("list", data=tmp_path) == 0
    assert "did not pass its trial" in capsys.readouterr().out


async def test_install_fetches_from_an_address_and_holds_it_to_a_given_hash(by_heart: Path, tmp_path: Path) -> None:
    async with serving(by_heart) as server:
        command = [sys.executable, "-m", "quotefound", "models", "install", "tiny", "--yes"]
        command += ["--folder", str(tmp_path), "--from", server.address, "--weights", "onnx/model.onnx"]

        async def run(*more: str) -> subprocess.CompletedProcess[str]:
            return await asyncio.to_thread(subprocess.run, [*command, *more], capture_output=True, text=True)

        wrong = await run("--sha256", "1" * 64)
        assert (wrong.returncode, Shelf(tmp_path).models()) == (1, [])
        assert "was thrown away" in wrong.stderr
        right = await run()
        assert right.returncode == 0, right.stderr
        assert "This version knows no hash of this model" in right.stdout
        assert "tiny beats word overlap" in right.stdout


def test_nothing_is_installed_unasked(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "quotefound", "models", "install", "--folder", str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert said.returncode == 1
    assert "nli-deberta-v3-xsmall, Apache-2.0, about 96 MB" in said.stderr
    assert "--yes agrees" in said.stderr
    assert not (tmp_path / "models").exists()


def test_without_what_runs_models_nothing_is_fetched(tmp_path: Path) -> None:
    tried = (
        "import sys; sys.modules['onnxruntime'] = None; from quotefound.cli import main; "
        f"sys.exit(main(['models', 'install', '--yes', '--folder', {str(tmp_path)!r}]))"
    )
    said = subprocess.run([sys.executable, "-c", tried], capture_output=True, text=True)
    assert (said.returncode, (tmp_path / "models").exists()) == (1, False)
    assert "pip install onnxruntime tokenizers" in said.stderr


def test_wrong_usage_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert models("install", "--from", str(tmp_path / "none"), "--yes", data=tmp_path) == 3
    assert models("remove", data=tmp_path) == 3
    assert models("test", "none", data=tmp_path) == 3
    assert capsys.readouterr().err.count("quotefound: ") == 3
