"""The front door with a real process and a real runtime: the best window, limits, deaths, and a model that changed."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest
from meaning.tiny_model import SPECIAL, straining, weighing, weighing_folder, write

from quotefound.meaning.entailment import Entailment, Label, NotJudged, Probabilities, Unjudged, best_of
from quotefound.meaning.installing import install_from_folder
from quotefound.meaning.judging import Meaning
from quotefound.meaning.shelf import Shelf
from quotefound.meaning.worker import MEMORY_BYTES, PROCESSOR_S

# A side of 10,000 takes many seconds and 800 MB; one of 60,000 more memory than the process may have.
STRAINS = {"[PAD]": 0, "[CLS]": 1, "[SEP]": 2, "[UNK]": 3, "easy": 4, "hard": 10_000, "huge": 60_000}


@asynccontextmanager
async def judging(tmp_path: Path, source: Path, **limits: Any) -> AsyncIterator[Meaning]:
    name = install_from_folder(Shelf(tmp_path / "data"), source, name="tiny")
    assert name == "tiny"
    meaning = Meaning(tmp_path / "data", name="tiny", **limits)
    try:
        yield meaning
    finally:
        await meaning.close()


def pid_of(meaning: Meaning) -> int:
    assert meaning._process is not None
    return meaning._process._process.pid


async def test_the_best_window_is_kept_and_named(tmp_path: Path) -> None:
    async with judging(tmp_path, weighing_folder(tmp_path / "model")) as meaning:
        windows = ["nothing of it", "yes that is so", "more of nothing"]
        read = await meaning.judge("a claim", windows)
        assert isinstance(read, Entailment)
        assert (read.label, read.place, read.window, read.opposed) == (Label.SUPPORTED, 1, windows[1], None)
        assert read.model == "tiny"
        assert meaning.model is not None
        assert read.hash == meaning.model.hash
        assert read.probabilities.supported == pytest.approx(0.995, abs=0.001)
        read = await meaning.judge("a claim", ["nothing of it", "no it is not"])
        assert isinstance(read, Entailment)
        assert (read.label, read.place) == (Label.CONTRADICTED, 1)
        read = await meaning.judge("a claim", ["no it is not", "yes it is"])
        assert isinstance(read, Entailment)
        assert (read.label, read.place, read.opposed) == (Label.NEUTRAL, 1, 0)
        read = await meaning.judge("a claim", ["nothing"])
        assert isinstance(read, Entailment)
        assert read.label is Label.NEUTRAL


async def test_many_windows_of_all_lengths_come_back_in_their_order(tmp_path: Path) -> None:
    weights = {"yes": (6, 0, 0), "[PAD]": (0, 0, 9)}  # padding that were looked at would be heard
    async with judging(tmp_path, weighing_folder(tmp_path / "model", weights, max_position_embeddings=512)) as meaning:
        windows = ["word " * (7 * place % 400) + ("yes" if place == 77 else "so") for place in range(120)]
        read = await meaning.judge("a claim", windows)
        assert isinstance(read, Entailment)
        assert (read.label, read.place) == (Label.SUPPORTED, 77)
        alone = await meaning.judge("a claim", [windows[77]])
        assert isinstance(alone, Entailment)  # what it was padded with changes nothing
        assert alone.probabilities.supported == pytest.approx(read.probabilities.supported)


async def test_a_window_that_does_not_fit_whole_is_not_judged_by_a_part(tmp_path: Path) -> None:
    async with judging(tmp_path, weighing_folder(tmp_path / "model")) as meaning:
        long = "yes " + "word " * 40
        read = await meaning.judge("a claim", [long, "nothing"])
        assert isinstance(read, Entailment)
        assert (read.label, read.place) == (Label.NEUTRAL, 1)
        nothing = await meaning.judge("a claim", [])
        assert isinstance(nothing, Unjudged)
        assert nothing.cause is NotJudged.NO_PASSAGE
        refused = await meaning.judge("a claim", [long])
        assert isinstance(refused, Unjudged)
        assert refused.cause is NotJudged.TOO_LONG


async def test_without_a_model_that_passed_there_is_a_cause(tmp_path: Path) -> None:
    meaning = Meaning(tmp_path / "data")
    none = await meaning.judge("a claim", ["yes"])
    assert isinstance(none, Unjudged)
    assert (none.cause, "quotefound models install" in none.sentence) == (NotJudged.NO_MODEL, True)
    shelf = Shelf(tmp_path / "data")
    install_from_folder(shelf, weighing_folder(tmp_path / "model"), name="tiny")
    untried = await meaning.judge("a claim", ["yes"])
    assert isinstance(untried, Unjudged)
    assert (untried.cause, "has not passed" in untried.sentence) == (NotJudged.MODEL_REFUSED, True)
    shelf.note_trial("tiny", {"passed": True})
    assert isinstance(await meaning.judge("a claim", ["yes"]), Entailment)  # noticed while the helper runs
    install_from_folder(shelf, weighing_folder(tmp_path / "model", {"yes": (0, 0, 9)}), name="tiny2")
    shelf.note_trial("tiny2", {"passed": True})
    newer = await meaning.judge("a claim", ["yes"])
    assert isinstance(newer, Entailment)
    assert (newer.model, newer.label) == ("tiny2", Label.CONTRADICTED)
    shelf.remove("tiny")
    shelf.remove("tiny2")
    assert isinstance(await meaning.judge("a claim", ["yes"]), Unjudged)
    assert meaning._process is None
    await meaning.close()


async def test_one_that_takes_too_long_is_ended_and_the_next_claim_is_judged(tmp_path: Path) -> None:
    source = write(tmp_path / "model", straining(), STRAINS)
    async with judging(tmp_path, source, wall_s=1.0) as meaning:
        meaning.start()
        assert isinstance(await meaning.judge("easy", ["easy"]), Entailment)
        process, began = psutil.Process(pid_of(meaning)), time.monotonic()
        late = await meaning.judge("hard", ["easy"])
        assert isinstance(late, Unjudged)
        assert late.cause is NotJudged.TOOK_TOO_LONG
        assert time.monotonic() - began < 3
        assert not process.is_running()
        assert isinstance(await meaning.judge("easy", ["easy"]), Entailment)


async def test_memory_is_watched_from_outside_and_limited_from_inside(tmp_path: Path) -> None:
    source = write(tmp_path / "model", straining(), STRAINS)
    async with judging(tmp_path, source, memory_bytes=250 << 20) as meaning:
        fat = await meaning.judge("hard", ["easy"])
        assert isinstance(fat, Unjudged)
        assert (fat.cause, "250 MB" in fat.sentence) == (NotJudged.MODEL_FAILED, True)
        starved = await meaning.judge("huge", ["easy"])
        assert isinstance(starved, Unjudged)
        assert starved.cause is NotJudged.MODEL_FAILED
        assert isinstance(await meaning.judge("easy", ["easy"]), Entailment)


async def test_a_process_that_was_killed_is_replaced(tmp_path: Path) -> None:
    async with judging(tmp_path, weighing_folder(tmp_path / "model")) as meaning:
        await meaning.judge("a claim", ["yes"])
        killed = pid_of(meaning)
        psutil.Process(killed).kill()
        read = await meaning.judge("a claim", ["yes"])
        assert isinstance(read, Entailment)
        assert pid_of(meaning) != killed


async def test_a_cancelled_claims_answer_is_not_taken_for_the_next_ones(tmp_path: Path) -> None:
    source = write(tmp_path / "model", straining(), STRAINS)
    async with judging(tmp_path, source) as meaning:
        await meaning.judge("easy", ["easy"])
        process = psutil.Process(pid_of(meaning))
        task = asyncio.ensure_future(meaning.judge("hard", ["easy"]))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not process.is_running()
        assert isinstance(await meaning.judge("easy", ["easy"]), Entailment)


async def test_several_claims_at_once_each_get_their_own_answer(tmp_path: Path) -> None:
    async with judging(tmp_path, weighing_folder(tmp_path / "model")) as meaning:
        asked = [("yes" if turn % 3 else "no") for turn in range(20)]
        read = await asyncio.gather(*(meaning.judge("a claim", [word]) for word in asked))
        assert [one.window for one in read if isinstance(one, Entailment)] == asked


async def test_nobody_asking_for_a_while_lets_the_memory_go(tmp_path: Path) -> None:
    async with judging(tmp_path, weighing_folder(tmp_path / "model"), idle_s=0.2) as meaning:
        await meaning.judge("a claim", ["yes"])
        process = psutil.Process(pid_of(meaning))
        await asyncio.to_thread(process.wait, timeout=5)
        assert isinstance(await meaning.judge("a claim", ["yes"]), Entailment)


async def test_a_model_changed_on_disk_is_refused_at_its_next_load(tmp_path: Path) -> None:
    async with judging(tmp_path, weighing_folder(tmp_path / "model"), idle_s=0.05) as meaning:
        assert isinstance(await meaning.judge("a claim", ["yes"]), Entailment)
        other = weighing_folder(tmp_path / "other", {"yes": (0, 0, 9)})
        (tmp_path / "data" / "models" / "tiny" / "model.onnx").write_bytes((other / "model.onnx").read_bytes())
        await asyncio.sleep(0.5)
        refused = await meaning.judge("a claim", ["yes"])
        assert isinstance(refused, Unjudged)
        assert (refused.cause, "has changed" in refused.sentence) == (NotJudged.MODEL_REFUSED, True)


async def test_files_that_are_no_model_of_this_kind_are_refused_with_what_is_wrong(tmp_path: Path) -> None:
    words = [*SPECIAL, "yes"]
    vocabulary = {word: place for place, word in enumerate(words)}
    broken = {
        "cannot be loaded": write(tmp_path / "a", b"no graph", vocabulary),
        "cannot judge": write(tmp_path / "b", weighing(words, {}, {}, outputs=2), vocabulary),
        "not tokens": write(tmp_path / "c", weighing(words, {}, {}).replace(b"input_ids", b"input_odd"), vocabulary),
    }
    untold = write(tmp_path / "d", weighing(words, {}, {}), vocabulary)
    (untold / "tokenizer.json").write_text(json.dumps({"model": 1}))
    shelf = Shelf(tmp_path / "data")
    for says, source in [*broken.items(), ("cannot be loaded", untold)]:
        name = install_from_folder(shelf, source)
        meaning = Meaning(tmp_path / "data", name=str(name))
        refused = await meaning.judge("yes", ["yes"])
        assert isinstance(refused, Unjudged)
        assert (refused.cause, says in refused.sentence) == (NotJudged.MODEL_REFUSED, True), refused.sentence
        await meaning.close()


def test_the_best_of_windows_needs_more_than_a_majority() -> None:
    unsure = Probabilities(0.79, 0.01, 0.2)
    sure = Probabilities(0.8, 0.1, 0.1)
    against = Probabilities(0.05, 0.9, 0.05)
    almost = Probabilities(0.05, 0.89, 0.06)
    labels = [
        best_of([str(n) for n in range(len(read))], read, "m", "h")
        for read in ([unsure], [unsure, sure], [almost], [almost, None, against], [sure, against], [None, unsure])
    ]
    assert [(one.label, one.place) for one in labels if isinstance(one, Entailment)] == [
        (Label.NEUTRAL, 0), (Label.SUPPORTED, 1), (Label.NEUTRAL, 0), (Label.CONTRADICTED, 2), (Label.NEUTRAL, 0),
        (Label.NEUTRAL, 1),
    ]  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="there only what is said in Python is refused")
def test_the_process_can_open_no_socket_and_no_file_not_even_past_python() -> None:
    tried = """
import ctypes, socket, sys
from quotefound.meaning.worker import limit
library = ctypes.CDLL(None)
limit()
def refused(work):
    try:
        work()
    except (OSError, PermissionError):
        return True
    return False
print(library.socket(2, 1, 0), library.open(b"/etc/hostname", 0))
print(refused(socket.socket), refused(lambda: open("/etc/hostname")))
"""
    said = subprocess.run([sys.executable, "-c", tried], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["-1", "-1", "True", "True"]


@pytest.mark.skipif(not hasattr(psutil, "RLIMIT_NOFILE"), reason="only Linux tells another process's limits")
async def test_the_process_with_the_model_has_given_up_what_it_does_not_need(tmp_path: Path) -> None:
    async with judging(tmp_path, weighing_folder(tmp_path / "model")) as meaning:
        await meaning.judge("a claim", ["yes"])
        process = psutil.Process(pid_of(meaning))
        assert process.rlimit(psutil.RLIMIT_NOFILE) == (0, 0)
        assert process.rlimit(psutil.RLIMIT_FSIZE) == (0, 0)
        assert process.rlimit(psutil.RLIMIT_AS) == (MEMORY_BYTES, MEMORY_BYTES)
        assert 0 < process.rlimit(psutil.RLIMIT_CPU)[0] <= PROCESSOR_S + 60  # of what it has used, and this claim
        assert process.net_connections() == []


def test_the_helper_starts_without_what_runs_models() -> None:
    tried = """
import sys
for name in ("onnxruntime", "tokenizers", "numpy"):
    sys.modules[name] = None
import quotefound.cli, quotefound.meaning.judging, quotefound.meaning.opinion
print(sorted(name for name, module in sys.modules.items() if module and name in ("onnxruntime", "tokenizers", "numpy")))
"""
    said = subprocess.run([sys.executable, "-c", tried], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[]"


async def test_without_what_runs_models_the_process_says_so(tmp_path: Path) -> None:
    tried = "import sys; sys.modules['onnxruntime'] = None; from quotefound.meaning.worker import main; main()"
    command = [sys.executable, "-c", tried, str(tmp_path)]
    said = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=True)
    assert json.loads(said.stdout) == {
        "refused": "What runs models is not installed (onnxruntime). To install it: pip install onnxruntime tokenizers",
        "engine": False,
    }
