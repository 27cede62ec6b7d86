"""The matcher's properties, on random documents of whole sentences, on random Unicode, and on hostile lengths."""

import re
import time
from collections.abc import Callable
from typing import NamedTuple
from unicodedata import normalize

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from quotefound.core.answers import Answer, AnswerBlock, Citation, Source, quotes_of
from quotefound.core.fragments import fragment_link
from quotefound.core.matching import Search, find
from quotefound.core.notes import notes
from quotefound.core.passages import closest, distinctive, surroundings
from quotefound.core.terms import Cause
from quotefound.core.tokens import Tokens, cut
from quotefound.core.verdicts import Readable, judge

# Documents: sentences of words, figures and operations, so written that no sentence is part of another. ---------------

WORDS = (
    "harbour lantern Straße garçon naïve café übrig señal ağaç çiçek город ветер λόγος θάλασσα مدينة كتاب עיר ספר"
    " नगर किताब नदी well-known don't l'eau mother-in-law कक्षा 한국어 바다 Ελλάδα co-operate coöperate Ångström"
).split()
FIGURES = (
    "7 42 1,250 3.14 -0.4 −12 +5 12.5% 40‰ $40 €1,200 15€ 10–20 2026-11-05 3:45 1/2 10⁶ 10⁻³ 2½ v2.3.1 1.5e6 ½ 5kg IPv4"
    " 21st #7 §12 ±3 (42) 98°C"
).split()
OPERATIONS = ("x = 5", "a != b", "n <= 40", "y > 3", "p → q", "6 × 7", "8 ÷ 2", "k ≠ 0", "u ≥ 9")
BROKEN = ("5! ways", "x === 5", "a =! b")  # outside the grammar: refused, never compared
STOPS = (".", "!", "?", "…", "。", "؟")

words = st.sampled_from(WORDS)
figures = st.sampled_from(FIGURES)
pieces = st.one_of(words, words, words, figures, st.sampled_from(OPERATIONS))


class Document(NamedTuple):
    """Blocks of sentences, each a list of pieces and a stop."""

    blocks: tuple[tuple[tuple[tuple[str, ...], str], ...], ...]

    @property
    def text(self) -> str:
        return "\n\n".join(" ".join(written(sentence) for sentence in block) for block in self.blocks)


def written(sentence: tuple[tuple[str, ...], str]) -> str:
    """A sentence, between two words that no figure can reach across."""
    inner, stop = sentence
    return " ".join(("Here", *inner, "ends")) + stop


sentences = st.tuples(st.lists(pieces, min_size=2, max_size=9).map(tuple), st.sampled_from(STOPS))
blocks = st.lists(sentences, min_size=1, max_size=4).map(tuple)
documents = st.lists(blocks, min_size=1, max_size=4).map(lambda made: Document(tuple(made)))


@st.composite
def slices(draw: st.DrawFn) -> tuple[Document, int, int, int]:
    """A document and a run of whole sentences of one of its blocks: the block, the first sentence, the one after."""
    document = draw(documents)
    block = draw(st.integers(0, len(document.blocks) - 1))
    first = draw(st.integers(0, len(document.blocks[block]) - 1))
    last = draw(st.integers(first + 1, len(document.blocks[block])))
    return document, block, first, last


def quoted(document: Document, block: int, first: int, last: int) -> str:
    return " ".join(written(sentence) for sentence in document.blocks[block][first:last])


def place_of(document: Document, block: int, first: int) -> int:
    """Where a sentence begins in the document's text."""
    before = "\n\n".join(" ".join(map(written, made)) for made in document.blocks[:block])
    here = " ".join(map(written, document.blocks[block][:first]))
    return len(before) + 2 * bool(block) + len(here) + bool(first)


def outcome(search: Search) -> tuple[int, Cause | None]:
    return len(search.matches), search.refusal


@given(slices())
def test_a_slice_of_whole_sentences_is_found_at_its_place(drawn: tuple[Document, int, int, int]) -> None:
    """And each match slices the original: what stands there holds the quote's tokens, no more and no fewer."""
    document, quote = drawn[0], quoted(*drawn)
    matches = find(quote, Tokens(document.text)).matches
    place = place_of(*drawn[:3])
    assert place in [match.start for match in matches], quote
    for match in matches:
        assert cut(document.text[match.start : match.end])[0] == cut(quote)[0]


@given(slices(), st.sampled_from(BROKEN), st.data())
def test_a_form_outside_the_grammar_is_refused_and_nothing_else_is(
    drawn: tuple[Document, int, int, int], broken: str, data: st.DataObject
) -> None:
    """One sentence has such a form: a slice with that sentence is refused, one without it is found."""
    document, block, first, last = drawn
    at = data.draw(st.integers(0, len(document.blocks[block]) - 1))
    made = [list(sentences) for sentences in document.blocks]
    inner, stop = made[block][at]
    made[block][at] = ((*inner, broken), stop)
    changed = Document(tuple(map(tuple, made)))
    search = find(quoted(changed, block, first, last), Tokens(changed.text))
    if first <= at < last:
        assert not search.matches
        assert search.refusal in (Cause.NUMBER_FORM, Cause.OPERATOR)
    else:
        assert search.matches
        assert search.refusal is None


def _altered_figure(figure: str, data: st.DataObject) -> str:
    """Another digit for one of the figure's."""
    at = data.draw(st.sampled_from([i for i, c in enumerate(figure) if c in "0123456789⁰¹²³⁴⁵⁶⁷⁸⁹½"]))
    row = next((row for row in ("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹", "¼½¾") if figure[at] in row), "")
    return figure[:at] + data.draw(st.sampled_from([c for c in row if c != figure[at]])) + figure[at + 1 :]


_OTHER_SIGN = dict(
    pair.split(":")
    for pair in (
        "-:+ −:+ +:- %:‰ ‰:% $:€ €:£ #:§ §:# ±:+ =:≠ !=:= <=:< >:< →:← ×:+ ÷:× ≠:= ≥:≤ (: °C:°F ½: ⁶:⁵ ⁻³:³".split()
    )
)


def _altered(piece: str, data: st.DataObject) -> str:
    """A piece with one thing changed that must be noticed."""
    ways: list[Callable[[], str]] = []
    if any(c.isdigit() or c == "½" for c in piece):
        ways.append(lambda: _altered_figure(piece, data))
    if signs := [sign for sign in _OTHER_SIGN if sign in piece and (sign not in "-(" or piece[0] == sign)]:
        sign = data.draw(st.sampled_from(signs))
        ways.append(lambda: piece.replace(sign, _OTHER_SIGN[sign], 1).replace(")", "" if sign == "(" else ")"))
    if piece in WORDS:
        ways += [lambda: f"{piece} {piece}", lambda: data.draw(words), lambda: f"not {piece}"]
        ways += [lambda: piece[:-1], lambda: piece + "s"]
    return data.draw(st.sampled_from(ways))()


@given(slices(), st.data())
def test_an_altered_quote_is_never_found(drawn: tuple[Document, int, int, int], data: st.DataObject) -> None:
    """One figure, sign, operator or word changed, unless the changed words stand elsewhere in the document."""
    document, block, first, last = drawn
    at = data.draw(st.integers(first, last - 1))
    inner, stop = document.blocks[block][at]
    which = data.draw(st.integers(0, len(inner) - 1))
    piece = _altered(inner[which], data)
    made = list(document.blocks[block])
    made[at] = ((*inner[:which], piece, *inner[which + 1 :]), stop)
    changed = " ".join(map(written, made[first:last]))
    assume(not _stands(changed, document.text))
    assert not find(changed, Tokens(document.text)).matches, (changed, quoted(*drawn))


def _stands(words: str, text: str) -> bool:
    """Whether the raw words stand in the raw text, capitals and which sign ends a sentence apart."""
    one_stop = str.maketrans(dict.fromkeys(STOPS, "."))
    asked, there = (normalize("NFC", part).lower().translate(one_stop) for part in (words, text))
    return asked in there


@given(slices(), blocks, blocks, st.data())
def test_text_added_elsewhere_never_loses_a_quote(
    drawn: tuple[Document, int, int, int],
    above: tuple[tuple[tuple[str, ...], str], ...],
    below: tuple[tuple[tuple[str, ...], str], ...],
    data: st.DataObject,
) -> None:
    """Blocks above and below, and sentences before and after the quote's own in its block."""
    document, block, first, last = drawn
    quote = quoted(*drawn)
    around = document.blocks[block]
    before, after = data.draw(blocks), data.draw(blocks)
    longer = (*around[:first], *before, *around[first:last], *after, *around[last:])
    grown = Document((above, *document.blocks[:block], longer, *document.blocks[block + 1 :], below))
    assert find(quote, Tokens(document.text)).matches
    assert find(quote, Tokens(grown.text)).matches


# Other spellings of the same text, each of which leaves the verdict as it is.
VARIANTS: dict[str, Callable[[str], str]] = {
    "as it stands": lambda text: text,
    "NFC": lambda text: normalize("NFC", text),
    "NFD": lambda text: normalize("NFD", text),
    "wrapped": lambda text: re.sub(r"(?<=\S) (?=harbour|ends)", "\n", text),  # an indent made a line of would be empty
    "indented": lambda text: re.sub(r"(?<=\S) ends", "\n      ends", text).replace("Here ", "Here\n\t"),
    "spaces": lambda text: text.replace(" ", "  "),
    "no-break": lambda text: text.replace(" ", "\u00a0"),
    "thin": lambda text: text.replace("Here ", "Here\u2009").replace(" ends", "\u202fends"),
    "curly": lambda text: text.replace("'", "’"),
    "hyphens": lambda text: text.replace("well-known", "well‑known").replace("co-operate", "co‐operate"),
    "minus": lambda text: text.replace(" −12", " -12").replace(" -0.4", " −0.4"),
    "ranges": lambda text: text.replace("10–20", "10-20").replace("2026-11-05", "2026‑11‑05"),
    "soft hyphens": lambda text: text.replace("harbour", "har\u00adbour").replace("lantern", "lan\u200btern"),
    "broken": lambda text: text.replace("harbour", "har-\nbour").replace("lantern", "lan-\ntern"),
    "directions": lambda text: text.replace("مدينة", "\u2067مدينة\u2069").replace("Here", "\u200eHere"),
    "full width": lambda text: text.replace(" 42 ", " ４２ ").replace("harbour", "ｈａｒｂｏｕｒ"),
    "carets": lambda text: text.replace("10⁶", "10^6").replace("10⁻³", "10^-3"),
    "capitals": lambda text: text.replace("harbour", "Harbour").replace("Here", "HERE"),
}
variants = st.sampled_from([*VARIANTS])


@given(slices(), variants, variants, variants, variants)
def test_the_verdict_is_the_same_in_every_spelling(
    drawn: tuple[Document, int, int, int], one: str, two: str, three: str, four: str
) -> None:
    """Quote and source each in one spelling or two; found as often as in the plain ones, and twice the same."""
    document, quote = drawn[0], quoted(*drawn)
    plain = find(quote, Tokens(document.text))
    asked, text = VARIANTS[two](VARIANTS[one](quote)), VARIANTS[four](VARIANTS[three](document.text))
    source = Tokens(text)
    search = find(asked, source)
    assert outcome(search) == outcome(plain), (asked, one, two, three, four)
    assert search == find(asked, source) == find(asked, Tokens(text))
    for match in search.matches:
        assert cut(text[match.start : match.end])[0] == source.keys(match.first, match.last)


# Random Unicode: nothing raises, and a text is never said not to stand in itself. -------------------------------------

TRICKY = [
    *"[1] [12] [sic] [a] … ... -- - – — ' ’ \" ” ′ ″ ( ) [ ] ² ⁻ ½ 5 5! 0.5 1/2 3:00 -5 % ‰ $ € = == ===".split(),
    *"!= < > ≠ + ++ C++ C# A- & # * ** _ __ ` ~~ 不 没 一 三 ー ｰ ไม่ กำ ា က ້ ʼ ״ ־ ـ ® ™ İ ı ß ς Σ ﬁ".split(),
    *"㎏ ℃ Ⅷ ① 🙂 👍🏽 🇩🇪 a b Dr. e.g. U.S. don't well-known not unless\tsaid".split(),
    *("\n", "\n\n", "\t", "\u00a0", "\u200b", "\u00ad", "\u200d", "\u200c", "\u0301", "\u0338", "\ufeff", "\ufffe"),
    *("\u2028", "\x85", "\ud800", "\udc00", "\U000e0061", "\ue000", "\x1e", "\x1f", "\U0010ffff", "\x00"),
]
ragged = st.lists(
    st.one_of(st.sampled_from([*TRICKY, " "]), st.text(st.characters(exclude_categories=()), max_size=3)), max_size=30
).map("".join)


COLOURS = st.sampled_from(("red", "blue", "green"))


# Repeated, a run's rarest token stands too often for the run to be sought by it alone.
@given(st.lists(COLOURS, min_size=1, max_size=60), st.sampled_from((1, 40)), st.lists(COLOURS, min_size=1, max_size=4))
def test_every_place_is_found_in_order(some: list[str], times: int, asked: list[str]) -> None:
    stream = some * times
    places = [at for at in range(len(stream) - len(asked) + 1) if stream[at : at + len(asked)] == asked]
    assert [match.first for match in find(" ".join(asked), Tokens(" ".join(stream))).matches] == places


@given(ragged, ragged)
def test_random_unicode_never_raises(quote: str, text: str) -> None:
    """Every function of the core that is given a reader's words or a page's."""
    source, asked = Tokens(text), Tokens(quote)
    for search in (find(quote, source), find(text[3:9], source)):
        for match in search.matches:
            assert 0 <= match.start < match.end <= len(text)
            surroundings(source.text, match.start, match.end)
            fragment_link("https://example.org/a", text, match.start, match.end)
        if search.matches:
            notes(quote, source, search.matches)
    nearest = closest(asked, source)
    assert nearest is None or 0 <= nearest.passage.start < nearest.passage.end <= len(text)
    judge(quote, Readable(source, hidden=asked, language="en"))
    distinctive(quote)
    assert [source.span(i) for i in range(len(source))] == [(start, end) for _, start, end in source.walk()]
    assert len(source.joints(0, len(source))) == len(source) + 1 if len(source) else True


@given(ragged, ragged, st.integers(0, 40), st.integers(0, 3))
def test_random_answers_never_raise(text: str, after: str, place: int, hidden: int) -> None:
    """Quotes are bound whatever the page sends, and each slices its block."""
    at = min(place, len(text))
    citation = Citation(at, at, (0,), hidden)
    answer = Answer(
        (AnswerBlock(text, citations=(citation,)), AnswerBlock(after, kind="quotation")), (Source("https://a.example"),)
    )
    for quote in quotes_of(answer):
        block = answer.blocks[quote.block].text
        assert 0 <= quote.start <= quote.end <= len(block)


@given(ragged)
def test_a_text_is_never_said_not_to_hold_itself(text: str) -> None:
    """Whatever it is: found, or refused with a cause."""
    search = find(text, Tokens(text))
    assert search.matches or search.refusal, text


# Hostile lengths: four times the text takes about four times as long. -------------------------------------------------


def _drawn(count: int, step: int, most: int) -> str:
    return " ".join(f"w{i * step % most}q" for i in range(count))


HOSTILE: dict[str, Callable[[int], tuple[str, str]]] = {
    "one word": lambda n: ("word " * (n // 8), "word " * n),
    "one word, quote as source": lambda n: ("word " * n, "word " * n),
    "digits": lambda n: ("7" * n, "7" * n + "1"),
    "a period": lambda n: ("a b a b b a " * 80, "a b b a a " * n),
    "elisions": lambda n: ("a b ... b a ... a b ... b b", "a b b a a " * n),
    "many elisions": lambda n: ("a ... " * (n // 20), "a b " * n),
    "brackets": lambda n: ("[a] " * (n // 4), "[a] b " * n),
    "open brackets": lambda n: ("[" * n, "[x " * n),
    "points": lambda n: ("." * n + "a", "a." * n),
    "marks": lambda n: ('5" ' * (n // 8), '5" ' * n),
    "apostrophes": lambda n: ("a'" * n, "a'a" * n),
    "stars": lambda n: ("**a" * n, "*a*" * n),
    "underscores": lambda n: ("_" * n + "a", "a_" * n),
    "hyphens": lambda n: ("a-" * n + "b", "a-\nb" * n),
    "operators": lambda n: ("=" * n, "=-" * n),
    "invisible": lambda n: ("x", "\u200b" * n + "5"),
    "combining": lambda n: ("a" + "\u0301" * n, "a" + "\u0301" * n),
    "capitals": lambda n: ("İ" * n, "İ" * n),
    "Han": lambda n: ("一不" * (n // 8), "一不二" * n),
    "links": lambda n: ("[a](b" * n, "a"),
    "surrogates": lambda n: ("\ud800" * n, "\ud800 " * n),
    "distinct words": lambda n: (_drawn(n // 8, 1, n), _drawn(n, 1, n)),
    "few words, long quote": lambda n: (_drawn(500, 7919, 997), _drawn(n, 31, 997)),
}  # fmt: skip
SMALL, TIMES = 4_000, 4
MOST_GROWTH = 10.0  # linear gives 4, n log n a little more, the square 16
NEGLIGIBLE_S = 0.05  # below this a measurement says nothing


@pytest.mark.parametrize("shape", HOSTILE)
def test_hostile_lengths_do_not_cost_their_square(shape: str) -> None:
    """Indexing, finding and the closest passage, on the processor's own clock; the better of two runs."""

    def cost(size: int) -> float:
        quote, text = HOSTILE[shape](size)
        taken = []
        for _ in range(2):
            begun = time.process_time()
            source = Tokens(text)
            find(quote, source)
            closest(Tokens(quote), source)
            taken.append(time.process_time() - begun)
        return min(taken)

    small = cost(SMALL)
    assert cost(TIMES * SMALL) <= MOST_GROWTH * max(small, NEGLIGIBLE_S)
