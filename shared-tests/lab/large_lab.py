"""The large lab: quotes cut from long real texts, as they stand, after copying, and altered; is "found" ever wrong?

Each check takes a place in a text, cuts a quote of some words round it and asks the matcher twice: for the quote with
copy noise (it has to be found, there) and for the same quote altered in one way (it must not be found). An altered
quote that happens to stand elsewhere in the text is no alteration; a plain search of the raw text tells, without the
matcher's rules. Few texts hold many figures, so a share of the paragraphs is given one: percentages, amounts, dates,
units, operators, with which the kinds that alter them have enough to act on in every script.

Run by `python3 build.py bench --large-lab`; a tenth of it is a test.
"""

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple
from unicodedata import category, normalize

import regex
from alterations import KINDS, Kind, Match
from copy_noise import noisy
from cutting import TURNS_BEFORE, cut_round
from long_texts import LongText, given_figures, long_texts

from quotefound.core.matching import find
from quotefound.core.passages import closest
from quotefound.core.tokens import Tokens

SEED = 42
CHECKS = 100_000
# Quotes left alone that may be refused or missed, in percent, and altered ones that may be found.
MOST_MISSED, MOST_FALSE = 0.5, 0
FEWEST_WORDS, FEWEST_LETTERS = 2, 5  # of an altered quote
FEWEST_KINDS, FEWEST_OF_A_KIND = 30, 500  # in a whole run
# Shares: paragraphs that are given a figure, quotes with copy noise, texts whose lines are wrapped.
GIVEN, NOISY, NOISY_ALTERED = 0.3, 0.7, 0.4
PLACES = 600  # kept per text and kind
MOST_TRIES = 5  # per check wanted: some places do not take an alteration, some altered quotes stand elsewhere
LINE = 72
ONE_WORD = frozenset(
    ("word dropped", "word inserted", "word doubled", "words swapped", "letter changed", "digit changed")
)


@dataclass
class Subject:
    """One text as the lab uses it: raw, wrapped and indexed for the matcher, folded for the plain search."""

    title: str
    script: str
    text: str
    tokens: Tokens
    folded: str
    places: dict[str, list[Match]] = field(default_factory=dict)


def _fold(text: str) -> str:
    """Lower case and one space, each character for one, so that places stay what they are."""
    lowered = "".join(low if len(low := c.lower()) == 1 else c for c in normalize("NFC", text))
    return regex.sub(r"[ \n]", " ", lowered)


def _wrapped(text: str) -> str:
    """The same with its lines wrapped, a line break for a space, between two letters."""
    characters, begun = [*text], 0
    for at, character in enumerate(characters):
        if character == "\n":
            begun = at
        elif character == " " and at - begun > LINE and text[at - 1].isalpha() and text[at + 1].isalpha():
            characters[at], begun = "\n", at
    return "".join(characters)


def subjects(most: int, draw: random.Random) -> tuple[list[Subject], list[str]]:
    """The texts of this machine, ready to be asked, and the names of those that are missing."""
    here, missing = long_texts(most)

    def ready(number: int, long: LongText) -> Subject:
        text = given_figures(long.text, draw, GIVEN)
        return Subject(long.name, long.script, text, Tokens(_wrapped(text) if number % 2 else text), _fold(text))

    return [ready(number, long) for number, long in enumerate(here)], missing


# --- asking -----------------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What came out: counts, and the failures with what was asked."""

    altered: Counter[str] = field(default_factory=Counter)
    altered_by_script: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    false_by_script: Counter[str] = field(default_factory=Counter)
    elsewhere: Counter[str] = field(default_factory=Counter)
    alone: Counter[str] = field(default_factory=Counter)
    failed: Counter[tuple[str, str]] = field(default_factory=Counter)  # by script and cause
    noise: Counter[str] = field(default_factory=Counter)
    noise_failed: Counter[str] = field(default_factory=Counter)
    nearest: Counter[str] = field(default_factory=Counter)
    nearest_there: Counter[str] = field(default_factory=Counter)
    nearest_equal: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str, str, str]] = field(default_factory=list)  # what, quote, original, text's name

    @property
    def checks(self) -> int:
        return sum(self.altered.values()) + sum(self.alone.values())

    @property
    def missed_share(self) -> float:
        """Quotes left alone that were refused or missed, in percent."""
        return 100 * sum(self.failed.values()) / max(1, sum(self.alone.values()))


_SEPARATORS = r"[-\s\u200b,;:.!?@…()\[\]\"“”„«»、。，（）！？：；「」『』'‘’`]+"
_FREE = regex.compile(r"^$|[\s|`\u0640\p{Po}\p{Ps}\p{Pe}\p{Pi}\p{Pf}]")
_LETTER_WITHOUT_SPACES = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")


def _stands_elsewhere(subject: Subject, quote: str, but: int) -> bool:
    """Whether the raw text holds the quote's words one after another, each whole, at another place than `but`."""
    words = [word.strip("'’‘-–") for word in regex.split(_SEPARATORS, _fold(quote)) if word.strip("'’‘-–")]
    pattern = _SEPARATORS.join(map(regex.escape, words))
    if _LETTER_WITHOUT_SPACES.search(quote):  # there, spaces are no part of the text
        pattern = rf"(?:{_SEPARATORS})?".join(map(regex.escape, "".join(words)))
    return any(
        match.start() != but and _is_free(subject.folded, *match.span())
        for match in regex.finditer(pattern, subject.folded, overlapped=True)
    )


def _is_free(text: str, start: int, end: int) -> bool:
    """Whether nothing at either end of a stretch is tied to it; letters of scripts without spaces never are."""

    def untied(outside: str, inside: str) -> bool:
        return bool(_FREE.match(outside) or any(map(_LETTER_WITHOUT_SPACES.match, (outside, inside))))

    left = untied(text[start - 1 : start] if start else "", text[start]) or text[:start].endswith(("--", " -"))
    right = untied(text[end : end + 1], text[end - 1])
    return left and right and not text[:start].endswith((*TURNS_BEFORE, "ไม่"))


class Altered(NamedTuple):
    """An altered quote, the stretch of the text that it was made from, and where it would begin there."""

    quote: str
    start: int
    end: int
    begin: int


def _altered(kind: Kind, place: Match, subject: Subject, draw: random.Random) -> Altered | None:
    changed = kind.change(place, draw)
    if changed is None:
        return None
    if kind.how == "joined":
        return Altered(changed, *place.span(), -1)
    text, (start, end) = subject.text, cut_round(subject.text, place.start(), place.end(), draw)
    if kind.how == "from":
        return Altered(text[place.end() : end], start, end, place.end())
    if kind.how == "to":
        return Altered(text[start : place.start()], start, end, start)
    return Altered(text[start : place.start()] + changed + text[place.end() : end], start, end, -1)


def _places(kind: Kind, subject: Subject, draw: random.Random) -> list[Match]:
    """Places of the text that a kind can act on: from a random one on, and from the top if that gives too few."""
    if kind.name not in subject.places:
        begin = draw.randrange(len(subject.text))
        found = [*islice(kind.pattern.finditer(subject.text, begin), PLACES)]
        if len(found) < PLACES:
            found += islice(kind.pattern.finditer(subject.text, 0, begin), PLACES - len(found))
        subject.places[kind.name] = found
    return subject.places[kind.name]


def _long_enough(quote: str) -> bool:
    """Two words, or five letters where words are not parted: less stands in most texts by chance."""
    words = [word for word in quote.split() if any(category(c)[0] in "LN" for c in word)]
    return len(words) >= FEWEST_WORDS or len(_LETTER_WITHOUT_SPACES.findall(quote)) >= FEWEST_LETTERS


def _ask_altered(
    kind: Kind, place: Match, subject: Subject, draw: random.Random, tally: Tally
) -> tuple[int, int] | None:
    """Asks for the quote altered; the stretch it was made from, or None where that came to nothing."""
    made = _altered(kind, place, subject, draw)
    if made is None or not _long_enough(made.quote):
        return None
    quote, start, end, begin = made
    asked = noisy(quote, draw)[0] if draw.random() < NOISY_ALTERED else quote
    if matches := find(asked, subject.tokens).matches:
        if _stands_elsewhere(subject, quote, begin):
            tally.elsewhere[kind.name] += 1
            return None
        tally.false[kind.name] += 1
        tally.false_by_script[subject.script] += 1
        where = f"{subject.title}, found in {_block(subject.text, matches[0].start, matches[0].end)}"
        tally.failures.append((f"false found: {kind.name}", asked, _block(subject.text, start, end), where))
    tally.altered[kind.name] += 1
    tally.altered_by_script[subject.script] += 1
    if kind.name in ONE_WORD and tally.altered[kind.name] % 3 == 0:
        _ask_closest(kind, quote, start, end, subject, tally)
    return start, end


def _ask_closest(kind: Kind, quote: str, start: int, end: int, subject: Subject, tally: Tally) -> None:
    nearest = closest(Tokens(quote), subject.tokens)
    tally.nearest[kind.name] += 1
    if nearest is None:
        return
    if nearest.passage.start < end and nearest.passage.end > start:
        tally.nearest_there[kind.name] += 1
    elif nearest.matched >= nearest.total - 2:
        tally.nearest_equal[kind.name] += 1


def _block(text: str, start: int, end: int) -> str:
    """The block or blocks that a stretch stands in, the stretch marked."""
    first, last = text.rfind("\n\n", 0, start) + 1, text.find("\n\n", end)
    return f"{text[first:start].lstrip()}⟦{text[start:end]}⟧{text[end:last] if last >= 0 else text[end:]}"


def _ask_alone(start: int, end: int, subject: Subject, draw: random.Random, tally: Tally) -> None:
    quote = subject.text[start:end]
    asked, noise = noisy(quote, draw) if draw.random() < NOISY else (quote, "none")
    search = find(asked, subject.tokens)
    tally.alone[subject.script] += 1
    tally.noise[noise] += 1
    if not any(match.start < end and match.end > start for match in search.matches):
        cause = "found elsewhere only" if search.matches else search.refusal.value if search.refusal else "missed"
        tally.failed[subject.script, cause] += 1
        tally.noise_failed[noise] += 1
        tally.failures.append((f"{cause} ({noise})", asked, _block(subject.text, start, end), subject.title))


def run(checks: int, most: int) -> tuple[Tally, list[Subject], list[str]]:
    """About `checks` checks on texts of at most about `most` characters each."""
    draw = random.Random(SEED)
    texts, missing = subjects(most, draw)
    tally = Tally()
    by_script: dict[str, list[Subject]] = {}
    for subject in texts:
        by_script.setdefault(subject.script, []).append(subject)
    each = checks // (2 * len(KINDS))
    for kind in KINDS:
        able = {script: [one for one in group if _places(kind, one, draw)] for script, group in by_script.items()}
        scripts = [script for script, group in able.items() if group]
        for _ in range(MOST_TRIES * each if scripts else 0):
            if tally.altered[kind.name] == each:
                break
            subject = draw.choice(able[draw.choice(scripts)])
            stretch = _ask_altered(kind, draw.choice(_places(kind, subject, draw)), subject, draw, tally)
            if stretch and kind.how != "joined":
                _ask_alone(*stretch, subject, draw, tally)
    while tally.checks < checks:
        subject = draw.choice(texts)
        at = draw.randrange(len(subject.text))
        if subject.text[at].isalpha():
            _ask_alone(*cut_round(subject.text, at, at, draw), subject, draw, tally)
    return tally, texts, missing


# --- telling ----------------------------------------------------------------------------------------------------------


def tell(tally: Tally, texts: list[Subject], missing: list[str], examples: int = 0) -> None:
    size = sum(len(subject.text) for subject in texts)
    print(f"{tally.checks:,} checks on {len(texts)} texts of {size:,} characters.", end=" ")
    print(f"Not on this machine: {', '.join(missing) or 'none'}.")
    print(f"\n{'altered':30}{'checks':>8}{'found':>8}{'stands elsewhere':>18}")
    for kind in KINDS:
        print(f"{kind.name:30}{tally.altered[kind.name]:8}{tally.false[kind.name]:8}{tally.elsewhere[kind.name]:18}")
    print(f"{'all':30}{sum(tally.altered.values()):8}{sum(tally.false.values()):8}{sum(tally.elsewhere.values()):18}")
    causes = sorted({cause for _, cause in tally.failed})
    heads = "".join(f"{cause:>22}" for cause in causes)
    print(f"\n{'script':14}{'altered':>9}{'found':>7}{'alone':>9}{'found':>9}{heads}")
    for script in sorted(tally.alone, key=lambda script: -tally.alone[script]):
        lost = [tally.failed[script, cause] for cause in causes]
        row = f"{script:14}{tally.altered_by_script[script]:9}{tally.false_by_script[script]:7}{tally.alone[script]:9}"
        print(row + f"{tally.alone[script] - sum(lost):9}" + "".join(f"{n or '':>22}" for n in lost))
    print(f"refused or missed: {tally.missed_share:.2f} % (at most {MOST_MISSED} %)")
    print(f"\n{'copy noise':30}{'quotes':>8}{'not found':>12}")
    for noise, times in tally.noise.most_common():
        print(f"{noise:30}{times:8}{tally.noise_failed[noise]:12}")
    print(f"\n{'closest passage':30}{'quotes':>8}{'at its place':>14}{'as like elsewhere':>19}{'together':>10}")
    for name, times in tally.nearest.items():
        there, equal = tally.nearest_there[name], tally.nearest_equal[name]
        print(f"{name:30}{times:8}{there / times:14.1%}{equal / times:19.1%}{(there + equal) / times:10.1%}")
    shown: Counter[str] = Counter()
    for what, asked, original, title in tally.failures:
        shown[what] += 1
        if shown[what] <= examples:
            print(f"\n{what} — {title}\n  asked: {asked!r}\n  text:  {original!r}")


def holds(tally: Tally) -> bool:
    return sum(tally.false.values()) <= MOST_FALSE and tally.missed_share <= MOST_MISSED


def main() -> int:
    asked = argparse.ArgumentParser(prog="build.py bench --large-lab", description=__doc__)
    asked.add_argument("--checks", type=int, default=CHECKS)
    asked.add_argument("--characters", type=int, default=300_000, help="at most of each text")
    asked.add_argument("--examples", type=int, default=0, help="failures to show of each kind")
    given = asked.parse_args()
    begun = time.perf_counter()
    tally, texts, missing = run(given.checks, given.characters)
    tell(tally, texts, missing, given.examples)
    print(f"\ntook {time.perf_counter() - begun:.0f} s")
    return 0 if holds(tally) else 1


if __name__ == "__main__":
    sys.exit(main())
