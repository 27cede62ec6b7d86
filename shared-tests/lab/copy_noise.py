"""What copying does to a quote without changing a word of it: the kinds of noise, each on raw characters.

Every kind gives another spelling of the same words, or None where it has nothing to act on. A checker that misses one
of them accuses an answer wrongly. Imports nothing of quotefound.
"""

import random
from collections.abc import Callable
from functools import cache
from unicodedata import category, normalize

import regex

Noise = Callable[[str, random.Random], str | None]

_SPACED = regex.compile(r"(?<=\S) (?=\S)")


def _put(text: str, pattern: str, to: str | Callable[[str], str], draw: random.Random, most: int = 4) -> str | None:
    """Some of the places where the pattern stands, replaced."""
    places = [match.span() for match in regex.finditer(pattern, text)]
    if not places:
        return None
    for start, end in sorted(draw.sample(places, min(len(places), draw.randint(1, most))), reverse=True):
        text = text[:start] + (to if isinstance(to, str) else to(text[start:end])) + text[end:]
    return text


def _curly(text: str, draw: random.Random) -> str | None:
    changed = regex.sub(r"(?<=\p{L})'(?=\p{L})", "’", text)
    changed = regex.sub(r'(?<![^\s(])"([^"\n]*)"(?![\p{L}\p{Nd}])', r"“\1”", changed)
    return None if changed == text else changed


def _straight(text: str, draw: random.Random) -> str | None:
    changed = regex.sub("[“”„]", '"', regex.sub(r"(?<=\p{L})[’ʼ](?=\p{L})", "'", text))
    return None if changed == text else changed


def _wrapped(text: str, draw: random.Random) -> str | None:
    return _put(text, r"(?<=[\p{L}\p{M},;]) (?=\p{L})", draw.choice(("\n", "\r\n", "\n    ", " \n")), draw)


def _broken(text: str, draw: random.Random) -> str | None:
    """A word broken over two lines, with a hyphen."""
    return _put(text, r"(?<=[ ][\p{Ll}]{3,20})(?=[\p{Ll}]{3,20}[ ])", "-\n", draw, 1)


def _spaces(text: str, draw: random.Random) -> str | None:
    return _put(text, " ", draw.choice(("  ", "\u00a0", "\t", "\u2009", "\u202f", "   ", "\u3000")), draw)


def _invisible(text: str, draw: random.Random) -> str | None:
    sign = draw.choice(("\u00ad", "\u200b", "\u2060", "\ufeff"))
    return _put(text, r"(?<=\p{Ll}\p{Ll})(?=\p{Ll}\p{Ll})", sign, draw)


def _directions(text: str, draw: random.Random) -> str | None:
    around = ("\u200e{}\u200e", "\u200f{}\u200f", "\u202a{}\u202c", "\u202b{}\u202c", "\u2067{}\u2069")
    return draw.choice(around).format(text)


def _decomposed(text: str, draw: random.Random) -> str | None:
    changed = normalize("NFD", text)
    return None if changed == text else changed


def _hyphens(text: str, draw: random.Random) -> str | None:
    return _put(text, r"(?<=\p{L})-(?=\p{L})", draw.choice("‐‑–"), draw)


def _dashes(text: str, draw: random.Random) -> str | None:
    """Another kind of dash between spaces, where no figure could make a sign of it."""
    return _put(text, r"(?<=\p{L} )[–—-](?= \p{L})", draw.choice("–—-"), draw)


def _number_dashes(text: str, draw: random.Random) -> str | None:
    return _put(text, r"(?<=(?<![\p{L}\p{Nd}-])\p{Nd}+)[-–](?=\p{Nd}+(?![\p{L}\p{Nd}-]))", draw.choice("-–‐−"), draw)


def _ligatures(text: str, draw: random.Random) -> str | None:
    changed = text.replace("ffi", "ﬃ").replace("ffl", "ﬄ").replace("fi", "ﬁ").replace("fl", "ﬂ").replace("ff", "ﬀ")
    return None if changed == text else changed


def _widened(word: str) -> str:
    return "".join(chr(ord(character) + 0xFEE0) for character in word)


def _full_width(text: str, draw: random.Random) -> str | None:
    return _put(text, r"(?<![\w.\[])[A-Za-z]+(?![\w.\]])", _widened, draw)


def _full_width_digits(text: str, draw: random.Random) -> str | None:
    return _put(text, r"(?<![\w.,:/+-])[0-9]+(?![\w.,:/²³-])", _widened, draw)


def _capitals(text: str, draw: random.Random) -> str | None:
    """A word, not beside a figure, in other capitals; only where lower case gives the same again."""

    def shouted(word: str) -> str:
        other = draw.choice((word.upper(), word.capitalize(), word.lower()))
        return other if other.lower() == word.lower() and len(other) == len(word) else word

    return _put(text, r"(?<=\p{L} )\p{L}{4,}(?= )", shouted, draw)


def _marks(text: str, draw: random.Random) -> str | None:
    """Quotation marks and dots round the whole."""
    around = ("“{}”", "«{}»", '"{}"', "„{}“", "…{}…", "... {} ...", "「{}」", "{}…", "‘{}’", "({})")
    whole = regex.match(r"\p{L}", text) and regex.search(r"[\p{L}\p{M}.]$", text)
    return draw.choice(around).format(text) if whole else None


def _markdown(text: str, draw: random.Random) -> str | None:
    sign = draw.choice(("*{}*", "**{}**", "`{}`", "_{}_", "[{}](https://example.org/a)"))
    return _put(text, r"(?<=\p{L} )\p{L}{3,}(?= \p{L})", sign.format, draw, 1)


def _stretched(text: str, draw: random.Random) -> str | None:
    return _put(text, r"(?<=[\u0628\u062a\u0633\u0644\u0645\u0646])(?=[\u0627-\u064a])", "\u0640", draw)


@cache
def _compatible(first: int, last: int) -> dict[str, str]:
    """Letters by their compatibility forms in one range of Unicode."""
    forms: dict[str, str] = {}
    for form in map(chr, range(first, last + 1)):
        plain = normalize("NFKC", form)
        if len(plain) == 1 and category(form)[0] in "LS" and plain != form:
            forms.setdefault(plain, form)
    return forms


def _forms(first: int, last: int) -> Noise:
    def noise(text: str, draw: random.Random) -> str | None:
        forms = _compatible(first, last)
        changed = "".join(forms.get(character, character) for character in text)
        return None if changed == text else changed

    return noise


def _note_free(text: str, draw: random.Random) -> str | None:
    """An outer space or line more, as a careless selection brings along."""
    return draw.choice((" {}", "{}\n", "\n{} ", "\u00a0{}")).format(text)


KINDS: dict[str, Noise] = {
    "curly marks": _curly,
    "straight marks": _straight,
    "wrapped lines": _wrapped,
    "broken word": _broken,
    "other spaces": _spaces,
    "invisible signs": _invisible,
    "direction marks": _directions,
    "NFD": _decomposed,
    "kinds of hyphen": _hyphens,
    "kinds of dash": _dashes,
    "kinds of dash in figures": _number_dashes,
    "ligatures": _ligatures,
    "full-width letters": _full_width,
    "full-width digits": _full_width_digits,
    "capitals": _capitals,
    "marks around": _marks,
    "Markdown": _markdown,
    "tatweel": _stretched,
    "Arabic forms": _forms(0xFE70, 0xFEFC),
    "half-width kana": _forms(0xFF66, 0xFF9F),
    "radicals": _forms(0x2F00, 0x2FD5),
    "outer spaces": _note_free,
}


def noisy(text: str, draw: random.Random) -> tuple[str, str]:
    """The text with one kind of noise that has something to act on, and that kind's name."""
    for kind in draw.sample([*KINDS], len(KINDS)):
        changed = KINDS[kind](text, draw)
        if changed is not None and changed != text:
            return changed, kind
    return text, "none"
