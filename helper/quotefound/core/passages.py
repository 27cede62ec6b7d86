"""What to show of a source: the closest passage, the words that differ, the surroundings.

For display only: nothing here can make a match. The closest passage is sought round the quote's rarest words and
scored by the longest common subsequence (bit-parallel, after Hyyrö 2004), then aligned once for the differences.
"""

from collections import Counter
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from quotefound.core.chunks import BOUND, EDGE, FIGURE, NAME, SIGN, STOP
from quotefound.core.matching import Match
from quotefound.core.tokens import Tokens

# Seeds: words this rare lead straight to their places; commoner ones only in pairs, and no more places than this each.
_RARE, _MOST_SEEDS, _MOST_PLACES = 64, 8, 300
# One or two rare words may be the very ones that were changed.
_FEWEST_SEEDS = 3
# Quotes longer than this are aligned in the likeliest window only: a page pasted as a quote must not stop the helper.
_LONGEST_COMPARED = 500
# Words replaced at an end of the quote that the passage is widened by: beyond that nothing stands beside anything.
_MOST_WIDENED = 20
# Windows compared in full; the right one is among the first few when it shares any rare word with the quote.
_MOST_WINDOWS = 12
# Words on each side of a match that are held against the quote's surroundings, and letters that make a word telling.
_NEIGHBOURHOOD, _TELLING = 40, 4
# Characters of surroundings shown on each side: about two lines of the card.
_SURROUNDINGS = 160
# Where no space stands so near the cut, the script has none, or it is no word: cut anywhere.
_LONGEST_WORD = 40

Difference = tuple[str, str, str]  # "same" | "quote" | "source", the words, and their kind


class Closest(NamedTuple):
    """The most similar passage: how many of the quote's tokens stand there in order, of how many, and where."""

    matched: int
    total: int
    passage: Match
    differences: tuple[Difference, ...]


class Surroundings(NamedTuple):
    """The words before and after a passage, for the reader."""

    before: str
    after: str


def closest(quote: Tokens, source: Tokens) -> Closest | None:
    """The passage of the source most like the quote, or None when they have no word in common."""
    run = [source.vocabulary.get(key, "") for key, _, _ in quote.walk()]
    windows = _windows(run, source)
    if len(run) > _LONGEST_COMPARED:
        windows = windows[:1]
    if len(windows) > 1:
        windows.sort(key=lambda window: -_common(run, source.stream[slice(*window)]))
    return _aligned(quote, run, source, *windows[0]) if windows else None


def _windows(run: list[str], source: Tokens) -> list[tuple[int, int]]:
    """Stretches of the source worth comparing, the likeliest first."""
    stream, counts = source.stream, source.counts
    present = sorted((counts[c], j, c) for j, c in enumerate(run) if c)
    seeds = [(j, c) for n, j, c in present[:_MOST_SEEDS] if n <= _RARE]
    if len(seeds) < _FEWEST_SEEDS:
        pairs = [(min(counts[a], counts[b]), j, a + b) for j, (a, b) in enumerate(pairwise(run)) if a and b]
        seeds += [(j, pair) for _, j, pair in sorted(pairs)[:_MOST_SEEDS]]
    if not seeds:
        seeds = [(j, c) for _, j, c in present[:_MOST_SEEDS]]
    size = len(run)
    step = max(4, size // 2)
    votes: Counter[int] = Counter()
    for offset, seed in seeds:
        at = stream.find(seed)
        for _ in range(_MOST_PLACES):
            if at < 0:
                break
            votes[(at - offset) // step] += 1
            at = stream.find(seed, at + 1)
    return [
        (max(0, (bucket - 1) * step), min(len(stream), (bucket + 2) * step + size))
        for bucket, _ in votes.most_common(_MOST_WINDOWS)
    ]


def _common(run: list[str], window: str) -> int:
    """The length of the longest common subsequence."""
    places: dict[str, int] = {}
    for j, character in enumerate(run):
        if character:
            places[character] = places.get(character, 0) | 1 << j
    full = (1 << len(run)) - 1
    row = full
    for character in window:
        if mask := places.get(character):
            kept = row & mask
            row = (row + kept | row - kept) & full
    return len(run) - row.bit_count()


def _aligned(quote: Tokens, run: list[str], source: Tokens, first: int, last: int) -> Closest | None:
    """The window cut to the passage, word by word beside the quote."""
    window = source.stream[first:last]
    # Where few words make up the whole window, comparing every pair of places would take quadratic time and more.
    varied = len(set(window)) * 4 > len(window)
    blocks = [b for b in SequenceMatcher(None, run, window, autojunk=not varied).get_matching_blocks() if b.size]
    # A lone common word far from the rest would stretch the passage to no use.
    while len(blocks) > 1 and _stray(blocks[0], blocks[1]):
        del blocks[0]
    while len(blocks) > 1 and _stray(blocks[-1], blocks[-2]):
        del blocks[-1]
    if not blocks:
        return None
    matched = sum(b.size for b in blocks)
    low, high = first + blocks[0].b, first + blocks[-1].b + blocks[-1].size
    # Words replaced at an end of the quote stand beside the first or last common word of the source.
    low, high = _widened(source, low, high, blocks[0].a, len(run) - blocks[-1].a - blocks[-1].size)
    passage = Match(low, high, source.span(low)[0], source.span(high - 1)[1])
    matcher = [(b.a, first + b.b, b.size) for b in blocks]
    return Closest(matched, len(run), passage, tuple(_differences(quote, source, passage, matcher)))


def _stray(outer: tuple[int, int, int], inner: tuple[int, int, int]) -> bool:
    distance = abs(inner[1] - outer[1]) - outer[2] if outer[1] < inner[1] else outer[1] - inner[1] - inner[2]
    asked = inner[0] - outer[0] - outer[2] if outer[0] < inner[0] else outer[0] - inner[0] - inner[2]
    return distance > asked + 2 * outer[2] + 2


def _widened(source: Tokens, low: int, high: int, before: int, after: int) -> tuple[int, int]:
    """The passage with up to `before` and `after` more tokens of its sentence, and no compound cut at its ends."""
    before, after = min(before, _MOST_WIDENED), min(after, _MOST_WIDENED)
    while before > 0 and low > 0 and not source.joint(low) & (STOP | EDGE):
        low, before = low - 1, before - 1
    while after > 0 and high < len(source) and not source.joint(high) & (STOP | EDGE):
        high, after = high + 1, after - 1
    while low > 0 and source.joint(low) & BOUND:
        low -= 1
    while high < len(source) and source.joint(high) & BOUND:
        high += 1
    return low, high


def _kind(keys: list[str]) -> str:
    kinds = {key[0] for key in keys}
    return "figure" if FIGURE in kinds or NAME in kinds else "sign" if kinds == {SIGN} else "word"


def _slice(tokens: Tokens, first: int, last: int) -> str:
    return tokens.text[tokens.span(first)[0] : tokens.span(last - 1)[1]] if first < last else ""


def _differences(quote: Tokens, source: Tokens, passage: Match, blocks: list[tuple[int, int, int]]) -> list[Difference]:
    """The passage and the quote side by side, as runs of words that both, only the quote, or only the source has."""
    parts: list[Difference] = []
    mine, theirs = 0, passage.first
    for a, b, size in [*blocks, (len(quote), passage.last, 0)]:
        if mine < a:
            kind = _kind(quote.keys(mine, a)) if theirs < b else "put in"
            parts.append(("quote", _slice(quote, mine, a), kind))
        if theirs < b:
            kind = _kind(source.keys(theirs, b)) if mine < a else "left out"
            parts.append(("source", _slice(source, theirs, b), kind))
        if size:
            parts += _same(quote, source, a, b, size)
        mine, theirs = a + size, b + size
    return parts


def _same(quote: Tokens, source: Tokens, a: int, b: int, size: int) -> list[Difference]:
    """A common run, cut where only the source ends a sentence or a block, or a unit's case differs."""
    asked, stands = quote.joints(a, a + size), source.joints(b, b + size)
    parts: list[Difference] = []
    begun = b
    for i in range(1, size):
        if stands[i] & (STOP | EDGE) and not asked[i] & (STOP | EDGE):
            start, end = source.gap(b + i)
            parts.append(("same", _slice(source, begun, b + i), "word"))
            parts.append(("source", source.text[start:end].strip() or "¶", "sign"))
            begun = b + i
        elif (
            source.raw(b + i) != quote.raw(a + i)
            and source.key(b + i - 1)[:1] == FIGURE
            and source.raw(b + i).lower() == quote.raw(a + i).lower()
        ):
            if begun < b + i:
                parts.append(("same", _slice(source, begun, b + i), "word"))
            parts += [("quote", quote.raw(a + i), "case"), ("source", source.raw(b + i), "case")]
            begun = b + i + 1
    if begun < b + size:
        parts.append(("same", _slice(source, begun, b + size), "word"))
    return parts


def best_first(matches: tuple[Match, ...], around: str, source: Tokens) -> tuple[Match, ...]:
    """The matches with the one first whose neighbourhood shares most words with what stands round the quote."""
    wanted = {key for key, _, _ in Tokens(around).walk() if len(key) > _TELLING}
    if len(matches) < 2 or not wanted:
        return matches

    def shared(match: Match) -> int:
        before = source.keys(max(0, match.first - _NEIGHBOURHOOD), match.first)
        after = source.keys(match.last, min(len(source), match.last + _NEIGHBOURHOOD))
        return len(wanted & {*before, *after})

    best = max(matches[:_MOST_PLACES], key=shared)  # the first of equals
    return (best, *(match for match in matches if match is not best))


def surroundings(text: str, start: int, end: int) -> Surroundings:
    """The words round a passage within its block, cut between words, at most 160 code points on each side."""
    edge = text.rfind("\n\n", 0, start)
    edge = edge + 2 if edge >= 0 else 0
    begin = max(edge, start - _SURROUNDINGS)
    before = text[begin:start]
    if begin > edge:
        cut = before.find(" ", 0, _LONGEST_WORD) + 1
        before = "…" + before[cut:]
    edge = text.find("\n\n", end)
    edge = edge if edge >= 0 else len(text)
    finish = min(edge, end + _SURROUNDINGS)
    after = text[end:finish]
    if finish < edge:
        cut = after.rfind(" ", max(0, len(after) - _LONGEST_WORD))
        after = after[: cut if cut >= 0 else len(after)].rstrip() + "…"
    return Surroundings(before, after)


# A run this long is nearly always unique in a page, and short enough to type.
_DISTINCTIVE = 5


def distinctive(quote: str) -> str:
    """A short run of the quote to look for by hand: the one with the longest words and any figure, as written."""
    tokens = Tokens(quote)
    count = len(tokens)
    if count <= _DISTINCTIVE:
        return quote.strip()

    def weight(first: int) -> int:
        keys = tokens.keys(first, first + _DISTINCTIVE)
        return sum(len(key) + (4 if key[0] in (FIGURE, NAME) else 0) for key in keys)

    first = max(range(count - _DISTINCTIVE + 1), key=weight)
    return _slice(tokens, first, first + _DISTINCTIVE)
