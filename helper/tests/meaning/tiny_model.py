"""Models small enough to be written out by the tests: their ONNX bytes, their tokenizer and their folder.

The bytes are protocol-buffer messages with the field numbers of the public ONNX schema, so that nothing has to be
installed to make them, and the same words give the same file everywhere.
"""

import json
import re
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

FLOAT, INT64 = 1, 7
SPECIAL = ("[PAD]", "[CLS]", "[SEP]", "[UNK]")
LABELS = ("entailment", "neutral", "contradiction")
Weights = Mapping[str, Sequence[float]]


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _field(number: int, value: int | bytes | str) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    raw = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | 2) + _varint(len(raw)) + raw


def _tensor(name: str, kind: int, shape: Sequence[int], values: Sequence[float]) -> bytes:
    raw = struct.pack(f"<{len(values)}{'f' if kind == FLOAT else 'q'}", *values)
    return b"".join(_field(1, size) for size in shape) + _field(2, kind) + _field(8, name) + _field(9, raw)


def _value(name: str, kind: int, shape: Sequence[str | int]) -> bytes:
    sizes = b"".join(_field(1, _field(1 if isinstance(size, int) else 2, size)) for size in shape)
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, sizes)))


def _node(operator: str, inputs: Sequence[str], output: str, **attributes: int) -> bytes:
    given = b"".join(
        _field(5, _field(1, name) + _field(3, value) + _field(20, 2)) for name, value in attributes.items()
    )
    return b"".join(_field(1, one) for one in inputs) + _field(2, output) + _field(4, operator) + given


def onnx(nodes: Sequence[bytes], tensors: Sequence[bytes], inputs: Sequence[str], outputs: int = 3) -> bytes:
    """A model of these nodes, from token inputs to "logits"."""
    graph = b"".join(_field(1, node) for node in nodes) + _field(2, "tiny")
    graph += b"".join(_field(5, tensor) for tensor in tensors)
    graph += b"".join(_field(11, _value(name, INT64, ("batch", "sequence"))) for name in inputs)
    graph += _field(12, _value("logits", FLOAT, ("batch", outputs)))
    return _field(1, 8) + _field(7, graph) + _field(8, _field(2, 13))


def weighing(vocabulary: Sequence[str], passage: Weights, claim: Weights, outputs: int = 3) -> bytes:
    """A model that adds up its words' weights; a word weighs one thing in a passage and another in a claim."""
    none = [0.0] * outputs
    rows = [one.get(word, none) for one in (passage, claim) for word in vocabulary]
    tensors = [
        _tensor("table", FLOAT, (len(rows), outputs), [value for row in rows for value in row]),
        _tensor("size", INT64, (), [len(vocabulary)]),
        _tensor("last", INT64, (1,), [2]),
        _tensor("words", INT64, (1,), [1]),
    ]
    nodes = [
        _node("Mul", ("token_type_ids", "size"), "side"),
        _node("Add", ("input_ids", "side"), "row"),
        _node("Gather", ("table", "row"), "weights", axis=0),
        _node("Cast", ("attention_mask",), "mask", to=FLOAT),
        _node("Unsqueeze", ("mask", "last"), "masks"),
        _node("Mul", ("weights", "masks"), "seen"),
        _node("ReduceSum", ("seen", "words"), "logits", keepdims=0),
    ]
    return onnx(nodes, tensors, ("input_ids", "attention_mask", "token_type_ids"), outputs)


def straining() -> bytes:
    """A model that multiplies a square matrix of ones with itself; the greatest token is the length of its side."""
    tensors = [_tensor("one", FLOAT, (1, 1), [1.0]), _tensor("none", FLOAT, (1, 3), [0.0] * 3)]
    tensors += [_tensor("side", INT64, (1,), [1]), _tensor("square", INT64, (1,), [2])]
    nodes = [
        _node("ReduceMax", ("input_ids",), "greatest", keepdims=0),
        _node("Unsqueeze", ("greatest", "start"), "length"),
        _node("Expand", ("length", "square"), "shape"),
        _node("Expand", ("one", "shape"), "ones"),
        _node("MatMul", ("ones", "ones"), "product"),
        _node("ReduceMin", ("product",), "least", keepdims=0),
        _node("Cast", ("input_ids",), "tokens", to=FLOAT),
        _node("ReduceSum", ("tokens", "side"), "sums", keepdims=1),
        _node("Min", ("sums", "least"), "mixed"),
        _node("Mul", ("mixed", "none"), "logits"),
    ]
    return onnx(nodes, [*tensors, _tensor("start", INT64, (1,), [0])], ("input_ids",))


def tokenizer(vocabulary: Mapping[str, int]) -> str:
    """A tokenizer of whole lower-case words that puts two texts together as these models are used to."""
    made = Tokenizer(models.WordLevel(dict(vocabulary), unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", vocabulary["[CLS]"]), ("[SEP]", vocabulary["[SEP]"])],
    )
    return made.to_str()


def write(folder: Path, weights: bytes, vocabulary: Mapping[str, int], **config: object) -> Path:
    """A model folder as a model host has it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(weights)
    (folder / "tokenizer.json").write_text(tokenizer(vocabulary))
    labels = {"id2label": {str(place): name for place, name in enumerate(LABELS)}}
    (folder / "config.json").write_text(json.dumps({**labels, "max_position_embeddings": 40, **config}))
    return folder


def weighing_folder(
    folder: Path, passage: Weights | None = None, claim: Weights | None = None, **config: object
) -> Path:
    """The folder of a model that goes by single words; by default "yes" in a passage supports and "no" contradicts."""
    passage = {"yes": (6, 0, 0), "no": (0, 0, 7)} if passage is None else passage
    claim = claim or {}
    words = [*dict.fromkeys((*SPECIAL, *passage, *claim))]
    return write(folder, weighing(words, passage, claim), {word: place for place, word in enumerate(words)}, **config)


def learned_by_heart(folder: Path, examples: Sequence[tuple[str, int]]) -> Path:
    """The folder of a model that has learned the label of every claim by heart: a perceptron over the claim's words."""
    read = [(re.findall(r"\w+|[^\w\s]+", claim.lower()), label) for claim, label in examples]
    learned = {word: [0.0] * 3 for words, _ in read for word in words}
    for _ in range(500):
        mistakes = 0
        for words, label in read:
            sums = [sum(learned[word][place] for word in words) for place in range(3)]
            for other in range(3):
                if other != label and sums[label] - sums[other] < 4:
                    mistakes += 1
                    for word in words:
                        learned[word][label] += 0.5
                        learned[word][other] -= 0.5
        if not mistakes:
            return weighing_folder(folder, {}, learned, max_position_embeddings=128)
    raise AssertionError("these claims cannot be told apart by their words")
