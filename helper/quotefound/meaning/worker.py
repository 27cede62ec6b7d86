"""The process that runs a model: reads a claim and its windows from its input, one line of JSON each, until that ends.

It opens the model's files itself and then gives up the right to open anything: no file, no socket, no program. Its
parent watches from outside and kills. Says first whether it is ready; answers each line with one line.
"""

import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from quotefound.confinement import allow_processor_time, answers, confine
from quotefound.meaning.entailment import Label
from quotefound.meaning.models import Opened, Refusal, opened

ARGUMENT = "--judge-meaning"  # how a packaged helper starts itself as this process

# The recommended model takes some 500 MB while it loads; larger ones are refused by the system instead of swapping.
MEMORY_BYTES = 3 << 30
# Seconds of processor time for one claim: if the parent has died, nobody else stops a loop.
PROCESSOR_S = 120
# A reader works on this machine meanwhile; beyond four threads short sentences gain nothing.
THREADS = min(4, max(2, (os.cpu_count() or 2) // 2))
# Padded tokens of one run: enough to fill the processor, few enough that attention stays in tens of megabytes.
BATCH_TOKENS = 2048

NOT_INSTALLED = "What runs models is not installed ({missing}). To install it: pip install onnxruntime tokenizers"

Judge = Callable[[str, Sequence[str]], list[list[float] | None]]


def limit() -> None:
    """Takes from this process what running a model never needs: what is open stays usable, nothing new opens."""
    confine("a model", memory_bytes=MEMORY_BYTES, opens=False)


def loaded(model: Opened, numpy: Any, runtime: Any, tokenizers: Any) -> Judge | Refusal:
    """The model, ready to judge; it has judged one pair already, so that the first real one finds it warm."""
    options = runtime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = THREADS, 1
    options.log_severity_level = 4  # what is wrong is said below
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # waiting threads must not eat a core
    try:
        session = runtime.InferenceSession(model.weights, options, providers=["CPUExecutionProvider"])
        tokenizer = tokenizers.Tokenizer.from_buffer(model.tokenizer)
    except Exception as trouble:  # both libraries raise kinds of their own for files that they cannot use
        return Refusal(f"The model {model.name} cannot be loaded: {_line(trouble)}")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    inputs = [one.name for one in session.get_inputs()]
    if "input_ids" not in inputs or not {*inputs} <= {"input_ids", "attention_mask", "token_type_ids"}:
        return Refusal(f"The model {model.name} takes {', '.join(inputs)}, not tokens of two texts.")
    output = next((one.name for one in session.get_outputs() if one.name == "logits"), session.get_outputs()[0].name)
    order = [model.labels.index(label) for label in (Label.SUPPORTED, Label.CONTRADICTED, Label.NEUTRAL)]

    def batch(encoded: Sequence[Any]) -> list[list[float]]:
        shape = len(encoded), max(len(one.ids) for one in encoded)
        given = {name: numpy.zeros(shape, numpy.int64) for name in ("input_ids", "attention_mask", "token_type_ids")}
        given["input_ids"] += model.padding
        for row, one in enumerate(encoded):
            size = len(one.ids)
            given["input_ids"][row, :size], given["token_type_ids"][row, :size] = one.ids, one.type_ids
            given["attention_mask"][row, :size] = 1
        logits = session.run([output], {name: given[name] for name in inputs})[0]
        if logits.shape != (len(encoded), 3) or not numpy.isfinite(logits).all():
            raise ValueError(f"outputs of shape {logits.shape} instead of three finite ones for each pair")
        powers = numpy.exp(logits.astype(numpy.float64) - logits.max(axis=1, keepdims=True))
        return [[float(row[place] / row.sum()) for place in order] for row in powers]

    def judge(claim: str, windows: Sequence[str]) -> list[list[float] | None]:
        encoded = tokenizer.encode_batch([(window, claim) for window in windows])
        read: list[list[float] | None] = [None] * len(windows)
        waiting = sorted(
            (place for place, one in enumerate(encoded) if len(one.ids) <= model.longest),
            key=lambda place: len(encoded[place].ids),
        )
        while waiting:  # the longest first: what fits beside it is about as long, so that little is padding
            count = max(1, BATCH_TOKENS // len(encoded[waiting[-1]].ids))
            together, waiting = waiting[-count:], waiting[:-count]
            for place, one in zip(together, batch([encoded[place] for place in together]), strict=True):
                read[place] = one
        return read

    try:
        judge("It rained.", ["It rained all day.", "No."])
    except Exception as trouble:  # a graph may hold anything
        return Refusal(f"The model {model.name} cannot judge: {_line(trouble)}")
    return judge


def _line(trouble: Exception) -> str:
    return " ".join(f"{type(trouble).__name__}: {trouble}".split())[:200]


def main() -> None:
    """Runs until the input ends."""
    sink = answers()

    def say(**values: object) -> None:
        sink.write(json.dumps(values).encode() + b"\n")
        sink.flush()

    try:
        import numpy
        import onnxruntime  # type: ignore[import-untyped]
        import tokenizers
    except ImportError as missing:
        return say(refused=NOT_INSTALLED.format(missing=missing.name), engine=False)
    model = opened(Path(sys.argv[-1]))
    if isinstance(model, Refusal):
        return say(refused=model.sentence, engine=True)
    limit()
    judge = loaded(model, numpy, onnxruntime, tokenizers)
    if isinstance(judge, Refusal):
        return say(refused=judge.sentence, engine=True)
    say(model=model.name, hash=model.hash)
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        allow_processor_time(PROCESSOR_S)
        try:
            say(read=judge(asked["claim"], asked["windows"]))
        except Exception as trouble:  # said, and this process ends: what state the runtime is in is anyone's guess
            return say(failed=_line(trouble))
    return None


if __name__ == "__main__":
    main()
