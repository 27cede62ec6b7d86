"""Long real texts that are on the machine anyway: what the large lab cuts its quotes from.

English prose comes with Python, its packages, Perl, Git and the system's licences; every other language comes from the
message catalogues of installed programs. A text that is not here is left out and named. Each text is brought into one
plain form (NFC, one space, blocks parted by an empty line), so that whoever searches it needs no rules at all.

Imports nothing of quotefound.
"""

import ast
import gettext
import gzip
import importlib
import random
import sys
import sysconfig
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from unicodedata import category, name, normalize

import regex


class LongText(NamedTuple):
    """A text in the plain form: its name, its language as a code, its script as Unicode names it, its words."""

    name: str
    language: str
    script: str
    text: str


LANGUAGES = (
    "de fr es it pt_BR nl sv pl cs hu fi vi id tr ru uk bg sr el ka hy ar fa he hi mr ne bn pa gu ta te kn ml si"
    " th lo km my zh_CN zh_TW ja ko"
).split()
ALL = frozenset({"en", *LANGUAGES})
# A text shorter than this holds too few different sentences to cut from.
FEWEST_CHARACTERS = 3_000
# Longer blocks are lists and tables; shorter ones labels. Languages that write a word in two signs need fewer signs.
SHORTEST_BLOCK, SHORTEST_DENSE_BLOCK, LONGEST_BLOCK = 50, 17, 4_000
DENSE = frozenset({"zh_CN", "zh_TW", "ja", "ko", "th"})
# Characters read for each one wanted, to draw from.
ENOUGH = 6
LETTERS_OF_PROSE = 0.62  # share of letters and their marks; code and tables have fewer

_FORMATS = regex.compile(r"%(?:\d+\$)?[-+ #0']*[\d*.]*[a-zA-Z]|%[\d(]|\{\w*\}|<[^>]{0,40}>|\\[a-z0-9]|[\ue000-\uf8ff]")
_POD_CODES = regex.compile(r"[A-Z]<((?:[^<>]|(?R))*)>")
# Code: what it says is for the matcher's refusals, which have their own vectors.
_CODE = regex.compile(
    r"</?[A-Za-z!]|[{}]|::=|>>|->|[=!~<>+*/&|%:^-]=|=[=<>~*]|&&|\|\||[)]\(|[$@%&]\$|<<|[?][!:=<]|=['\"/(|]|<[:~]|[(|]="
)
_SETEXT = regex.compile(r"[=\-~^*#.]{3,}")


def script_of(text: str) -> str:
    """The script of most letters, by their Unicode names."""
    tally: dict[str, int] = {}
    for character in text[:4_000]:
        if category(character)[0] == "L":
            script = name(character, "?").split()[0]
            tally[script] = tally.get(script, 0) + 1
    return max(tally, key=lambda script: tally[script], default="?")


def _is_prose(block: str, least: int) -> bool:
    letters = sum(map(block.count, _letters_in(block)))
    return not _CODE.search(block) and least <= len(block) <= LONGEST_BLOCK and letters >= LETTERS_OF_PROSE * len(block)


def _letters_in(block: str) -> set[str]:
    return {character for character in set(block) if category(character)[0] in "LMZ"}


def _plain(blocks: Iterator[str], most: int, least: int, seed: int) -> str:
    """The blocks of prose in the plain form, in an order drawn once, each only once, up to about `most` characters."""
    size, raw_blocks = 0, set()
    for block in blocks:
        if len(block) >= least:
            raw_blocks.add(block)
            size += len(block)
            if size >= ENOUGH * most:
                break
    drawn = sorted(raw_blocks)
    random.Random(seed).shuffle(drawn)
    size = 0
    chosen: dict[str, None] = {}
    for raw in drawn:
        block = normalize("NFC", " ".join(raw.split()))
        if _is_prose(block, least) and block not in chosen:
            chosen[block] = None
            size += len(block)
            if size >= most:
                break
    return "\n\n".join(chosen)


def _paragraphs(text: str) -> Iterator[str]:
    """The unindented paragraphs of a plain text; indented ones are code and tables."""
    for paragraph in regex.split(r"\n[ \t]*\n", text.replace("\r", "")):
        if not regex.match(r"[ \t]{4}|\.\. |[>|+]", paragraph) and not _SETEXT.search(paragraph):
            yield paragraph


def _read(path: Path) -> str:
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return raw.decode("utf-8", "replace").replace("\ufffd", "")


def _python_topics() -> Iterator[str]:
    topics: dict[str, str] = importlib.import_module("pydoc_data.topics").topics
    for topic in topics.values():
        yield from _paragraphs(topic)


def _python_docstrings() -> Iterator[str]:
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and (told := ast.get_docstring(node)):
                yield from _paragraphs(told)


def _files(folder: str | Path, pattern: str, most: int = 400) -> Callable[[], Iterator[str]]:
    def blocks() -> Iterator[str]:
        for path in islice(sorted(Path(folder).glob(pattern)), most):
            if path.is_file():
                yield from _paragraphs(_read(path))

    return blocks


def _pods() -> Iterator[str]:
    for path in sorted(Path("/usr/share/perl").glob("**/*.pod")):
        for paragraph in _read(path).split("\n\n"):
            if paragraph[:1] not in (" ", "\t", "=", ""):
                yield _POD_CODES.sub(r"\1", _POD_CODES.sub(r"\1", paragraph))


def _licences() -> Iterator[str]:
    for path in sorted(Path("/usr/share/common-licenses").glob("*")):
        yield from (block.replace("    ", " ") for block in regex.split(r"\n[ \t]*\n", _read(path)))


def _catalogue(language: str) -> Callable[[], Iterator[str]]:
    """The messages of the installed programs in one language, without those that hold a place for something else."""

    def blocks() -> Iterator[str]:
        folders = (Path("/usr/share/locale"), Path("/usr/local/share/locale"), Path(sys.prefix) / "share" / "locale")
        for path in (file for folder in folders for file in sorted((folder / language / "LC_MESSAGES").glob("*.mo"))):
            try:
                with path.open("rb") as file:
                    known: dict[object, str] = vars(gettext.GNUTranslations(file))["_catalog"]
            except (OSError, UnicodeDecodeError, ValueError):
                continue
            for asked, told in known.items():
                if asked and told != asked and len(told) >= SHORTEST_DENSE_BLOCK and not _FORMATS.search(told):
                    yield told

    return blocks


_PACKAGES = Path(sysconfig.get_path("purelib"))
_TEXTS: dict[str, tuple[str, Callable[[], Iterator[str]]]] = {
    "Python's topics": ("en", _python_topics),
    "Python's docstrings": ("en", _python_docstrings),
    "Python's news": ("en", _files("/usr/share/doc/python3.11", "*.gz")),
    "packages' descriptions": ("en", _files(_PACKAGES, "*.dist-info/METADATA")),
    "packages' licences": ("en", _files(_PACKAGES, "*.dist-info/licenses/*")),
    "system's licences": ("en", _licences),
    "Perl's manuals": ("en", _pods),
    "Git's release notes": ("en", _files("/usr/share/doc/git/RelNotes", "*", 250)),
    "Debian's news": ("en", _files("/usr/share/doc", "*/NEWS*")),
    "Debian's read-me files": ("en", _files("/usr/share/doc", "*/README*")),
    "Debian's copyrights": ("en", _files("/usr/share/doc", "*/copyright", 120)),
    **{f"messages, {code}": (code, _catalogue(code)) for code in LANGUAGES},
}


def long_texts(most: int, languages: frozenset[str] = ALL) -> tuple[list[LongText], list[str]]:
    """The texts that are here, each of about `most` characters at the most, and the names of those that are not."""
    here, missing = [], []
    for seed, (title, (language, blocks)) in enumerate(_TEXTS.items()):
        if language not in languages:
            continue
        text = _plain(blocks(), most, SHORTEST_DENSE_BLOCK if language in DENSE else SHORTEST_BLOCK, seed)
        if len(text) < FEWEST_CHARACTERS:
            missing.append(title)
        else:
            here.append(LongText(title, language, script_of(text), text))
    return here, missing


_BETWEEN = regex.compile(r"(?<=\p{L}\p{L} )(?=\p{L}\p{L})")
_NUMERAL = "[〇零一二三四五六七八九十百千万萬億亿两兩]"
_BETWEEN_UNSPACED = regex.compile(
    rf"(?<=\p{{Han}}|[\p{{Hiragana}}\p{{Katakana}}]{{3}})(?=\p{{Han}})(?<!{_NUMERAL})(?!{_NUMERAL})"
)
# What is put in: D a number of one or two digits, H of three, N one digit; the rest as it stands.
_FIGURES = """−D|-D.N|+D|D%|D %|D.N%|N‰|$D|€D,H|D €|£D.H|D km|D mW|H MB|D kHz|Dkg|D–H|D-H|20NN-0M-1N|1N:4N|N/7|D½|N.D.H
    |vN.D.N|10⁶|10⁻³|D²|D³|x = D|n <= H|a != b|y > N|N.DeN|D,H|D.N|D,H,H|May 1N|D + H|N × D|D|H|D H|seven|(D,H)
    |D°C|#D|D′|±D""".replace("\n    ", "").split("|")


def given_figures(text: str, draw: random.Random, share: float) -> str:
    """The text with a figure put between two words of some of its paragraphs."""
    digits = {"D": (1, 99), "H": (100, 999), "N": (1, 9), "M": (1, 9)}
    blocks = text.split("\n\n")
    for number, block in enumerate(blocks):
        if draw.random() < share:
            spaced = [*islice(_BETWEEN.finditer(block), 12)]
            if places := spaced or [*islice(_BETWEEN_UNSPACED.finditer(block), 12)]:
                at = draw.choice(places).start()
                figure = regex.sub(
                    "[DN]|(?<!k)H|(?<=-0)M", lambda match: str(draw.randint(*digits[match[0]])), draw.choice(_FIGURES)
                )
                blocks[number] = block[:at] + figure + (" " if spaced else "") + block[at:]
    return "\n\n".join(blocks)
