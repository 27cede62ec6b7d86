"""Which quotes an answer has and what answers for them: the vectors, and what must hold for any text."""

import json
import re
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quotefound.core.answers import MOST_QUOTES, Answer, AnswerBlock, Citation, Source, quotes_of

VECTORS = json.loads((Path(__file__).parents[2] / "shared-tests/vectors/answers.json").read_text("utf-8"))
CITATION = re.compile(r"\{(?P<sources>[\d,]*)(?P<hidden>\?*)(?:\|(?P<words>[^}]*))?\}")


def block_of(given: str | list[str], quoted: list[str]) -> AnswerBlock:
    """A block as the vectors write it, with its citations' places taken out of the text."""
    kind, marked = given if isinstance(given, list) else ("paragraph", given)
    text, at, citations = "", 0, []
    for match in CITATION.finditer(marked):
        text += marked[at : match.start()]
        at, start = match.end(), len(text)
        text += match["words"] or ""
        sources = tuple(int(number) for number in match["sources"].split(",") if number)
        citations.append(Citation(start, len(text), sources, len(match["hidden"])))
    text += marked[at:]
    spans = tuple((text.index(words), text.index(words) + len(words)) for words in quoted)
    return AnswerBlock(text, kind, tuple(citations), spans)


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: str(case["name"]))
def test_vector(case: dict[str, Any]) -> None:
    """Each case gives the quotes that stand beside it, each bound as it says."""
    blocks = tuple(block_of(given, case.get("quoted", [])) for given in case["blocks"])
    sources = tuple(Source(f"https://{number}.example/") for number in range(case.get("sources", 0)))
    quotes = quotes_of(Answer(blocks, sources))
    found = [[quote.text, quote.bound, list(quote.sources), quote.hidden] for quote in quotes]
    assert found == [[*expected, 0][:4] for expected in case["quotes"]], VECTORS["tags"][case["tags"][0]]
    assert all(blocks[quote.block].text[quote.start : quote.end] == quote.text for quote in quotes)


def test_a_quotes_labels_are_its_citations() -> None:
    """The card names [1] and [3] as the answer does."""
    text = "He said “it rained.”"
    cited = (Citation(20, 20, (0,), label="[1]"), Citation(20, 20, (4,), label="[3]"))
    (quote,) = quotes_of(Answer((AnswerBlock(text, citations=cited),)))
    assert quote.labels == ("[1]", "[3]")
    assert quote.sources == (0, 4)


def _told(*blocks: AnswerBlock) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(quote.text, quote.bound, quote.sources) for quote in quotes_of(Answer(blocks))]


def _note(place: int, source: int) -> tuple[Citation, ...]:
    return (Citation(place, place, (source,)),)


def test_a_quotation_of_several_paragraphs_is_its_ends() -> None:
    first, second, last = "“One was there.", "“Two were there.", "“Nobody was there.”"
    before = AnswerBlock("Other words.", citations=_note(12, 9))
    told = _told(before, AnswerBlock(first), AnswerBlock(second), AnswerBlock(last, citations=_note(len(last), 1)))
    assert [(bound, sources) for _, bound, sources in told] == [("own", (1,))] * 3
    told = _told(before, AnswerBlock(first), AnswerBlock("A line of the writer's."), AnswerBlock(last))
    assert [sources for _, _, sources in told] == [(9,)]


def test_a_rows_source_stands_at_its_end_and_a_tables_under_it() -> None:
    def row(number: int, *citations: Citation) -> tuple[AnswerBlock, AnswerBlock]:
        return AnswerBlock("“said in a cell”", "cell", row=number), AnswerBlock("x", "cell", citations, row=number)

    told = _told(*row(1, *_note(1, 3)), *row(2), AnswerBlock("", citations=_note(0, 7)), AnswerBlock("“said below”"))
    assert [(bound, sources) for _, bound, sources in told] == [("block", (3,)), ("block", (7,)), ("answer", (3, 7))]


def test_marks_in_code_quote_nobody_and_pair_with_nothing() -> None:
    text = 'Set [name="send button"] to “what it says” or ["] "so it is".'
    spans = tuple((text.index(code), text.index(code) + len(code)) for code in ('[name="send button"]', '["]'))
    assert [words for words, _, _ in _told(AnswerBlock(text, code=spans))] == ["what it says", "so it is"]


def test_one_word_without_spaces_is_no_quote_until_it_is_cited() -> None:
    text = "「エージェント」や「引用」や「音声モード」とは「百年もつ橋」のこと。"
    assert [words for words, _, _ in _told(AnswerBlock(text))] == ["百年もつ橋"]
    assert [words for words, _, _ in _told(AnswerBlock("「引用」とある。", citations=_note(8, 0)))] == ["引用"]


SIGNS = "“”„«»‘’'\"「」.。!?, ab1\n—([:我고"
KINDS = ("paragraph", "quotation", "item", "pre")
TEXTS = st.text(alphabet=SIGNS, max_size=60)


@given(TEXTS, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=4), st.sampled_from(KINDS))
def test_any_text_gives_quotes_within_it(text: str, places: list[tuple[int, int]], kind: str) -> None:
    """Whatever the marks, quotes slice their block, do not overlap, hold words, and name only sources it has."""
    spans = [(min(a, b, len(text)), min(max(a, b), len(text))) for a, b in places]
    cited = tuple(Citation(start, end, (number,)) for number, (start, end) in enumerate(spans))
    quotes = quotes_of(Answer((AnswerBlock(text, kind, cited),)))
    assert [q.text for q in quotes] == [text[q.start : q.end] for q in quotes]
    assert all(q.text.strip() == q.text and q.text for q in quotes)
    assert all(a.end <= b.start for a, b in pairwise(quotes))
    assert all(set(q.sources) <= set(range(len(cited))) for q in quotes)
    assert bool(cited) or all(q.bound == "none" for q in quotes)


@pytest.mark.parametrize(
    "text", ["“" * 300_000, "“a b” " * 60_000, "(“a. b.” x. " * 60_000, "'a s' b " * 60_000, "\n" * 300_000]
)
def test_hostile_answers_end(text: str) -> None:
    """Work grows with the text, and quotes are bounded."""
    cited = tuple(Citation(at, at, (0,)) for at in range(0, 200_000, 400))
    begun = time.process_time()
    for kind in ("paragraph", "quotation"):
        assert len(quotes_of(Answer((AnswerBlock(text, kind, cited),)))) <= MOST_QUOTES
    assert time.process_time() - begun < 60  # a guard against minutes, not a measurement
