"""Words beside a figure that say how it is meant: comparators, hedges, directions, and words that rival each other.

Lists with the patterns made of them; the reader and the comparison use them.
"""

from functools import lru_cache

import regex

_BEFORE = {
    ">=": r"at least|no fewer than|no less than|not less than|not fewer than|(?:a )?minimum(?: of)?|min\.|as few as"
    r"|starting at|≥|>=|⩾|mindestens|wenigstens|au moins|al menos|por lo menos|como mínimo|最低|少なくとも",
    "<=": r"at most|no more than|not more than|(?:no|not) later than|(?:not|never|cannot|n't) exceed(?:ing)?"
    r"|up to|as (?:many|much) as"
    r"|(?:a )?maximum(?: of)?|max\."
    r"|within|≤|<=|⩽|höchstens|maximal|bis zu|au plus|au maximum|jusqu'à|como máximo|hasta|最大",
    ">": r"(?:just |well |slightly |far )?(?:more than|over|above|greater than|exceed(?:s|ing|ed)?|longer than"
    r"|older than|higher than|larger than|beyond|mehr als|über|plus de|más de|upwards of|in excess of)|>",
    "<": r"(?:just |well |slightly |far )?(?:less than|fewer than|under|below|younger than|lower than|smaller than"
    r"|shorter than|short of|weniger als|unter|moins de|menos de)|nearly|almost|close to|beinahe|fast"
    r"|knapp|presque|casi|<",
    "=": r"exactly|precisely|genau|exactement|exactamente|ちょうど",
}  # fmt: skip
_AFTER = {
    ">=": r"or (?:more|older|above|over|higher|greater|longer|later|up)"
    r"|at least(?!\s?[\p{L}\d$€£])|and (?:above|over|older|up|higher)|oder mehr"
    r"|o más|ou plus|以上",
    "<=": r"or (?:less|fewer|under|below|younger|earlier|lower|shorter)"
    r"|at most(?!\s?[\p{L}\d$€£])|and (?:under|below)|oder weniger|o menos"
    r"|ou moins|以下",
    ">": r"超",
    "<": r"未満",
}
_IN_TIME = {
    "<": r"before|prior to|until|till|vor|avant|antes de|bis",
    ">": r"after|nach|après|después de|since|seit|depuis|desde",
    "<=": r"by",
}
_HEDGES = (
    r"about|around|approximately|approx\.?|roughly|some|circa|ca\.|c\.|~|≈|an estimated|estimated|or so"
    r"|etwa|ungefähr|rund|zirka|environ|à peu près|alrededor de|aproximadamente|unos|unas|cerca de|約|およそ"
)


_GROUPS = {"least": ">=", "most": "<=", "over": ">", "under": "<", "exact": "="}


def _backwards(**words: str) -> regex.Pattern[str]:
    """A pattern that is read backwards from a figure, so that no search is needed."""
    named = "|".join(f"(?P<{name}>{one})" for name, one in words.items())
    return regex.compile(
        rf"(?r)(?:(?<!\p{{L}})(?=\p{{L}})|(?=[^\p{{L}}]))(?:{named})"
        r"(?:\s+(?:the|a|an|total of|(?:the\s)?ages?(?:\sof)?|aged))?\s*",
        regex.IGNORECASE,
    )


_BOUND_BEFORE = _backwards(**{name: _BEFORE[sign] for name, sign in _GROUPS.items()})
_TIME_BEFORE = _backwards(**{name: _IN_TIME[sign] for name, sign in _GROUPS.items() if sign in _IN_TIME})
_BOUND_AFTER = regex.compile(
    "(?:\\s*[\\p{L}'-]+){0,2}?\\s*\\(?(?:"
    + "|".join(f"(?P<{name}>{_AFTER[sign]})" for name, sign in _GROUPS.items() if sign in _AFTER)
    + ")(?!\\p{Latin})",
    regex.IGNORECASE,
)
_HEDGE_BEFORE = _backwards(hedge=_HEDGES)
_HEDGE_AFTER = regex.compile(r"\s*(?:or so|ish|-ish|approximately|ungefähr|environ|前後|ほど)\b", regex.IGNORECASE)

_REACH = 34  # characters before a figure in which its comparator stands


def bound_of(text: str, start: int, end: int, in_time: bool) -> str:
    """The comparator beside a figure: ">=", "<=", ">", "<", "=" or ""; before and after count for times only."""
    if text[end : end + 1] == "+":
        return ">="
    low = max(0, start - _REACH)
    match = _BOUND_AFTER.match(text, end) or _BOUND_BEFORE.match(text, low, start)
    if not match and in_time:
        match = _TIME_BEFORE.match(text, low, start)
    return _GROUPS[str(match.lastgroup)] if match else ""


def is_bound_behind(text: str, end: int) -> bool:
    """Whether a comparator stands behind an offset: 65 and older."""
    return _BOUND_AFTER.match(text, end) is not None


def is_hedged(text: str, start: int, end: int) -> bool:
    """Whether a figure is called approximate."""
    return bool(_HEDGE_BEFORE.match(text, max(0, start - _REACH), start) or _HEDGE_AFTER.match(text, end))


RISING = frozenset(
    """rose rise rises risen rising raise raised raises raising boosted increase increased increases increasing grew
    grow grows grown growth growing gain gained gains climbed climb climbs climbing jumped jump jumps jumping surged
    surge surges surging soared soar soars soaring up higher improved expanded expand expands expanding expansion
    added adds rallied spiked rebounded doubled swelled upward widened
    stieg stiegen steigt gestiegen wuchs wächst gewachsen zunahme anstieg zuwachs
    augmenté augmente augmentation hausse progressé croissance
    aumentó aumenta aumento subió sube subida creció crece crecimiento aumentaron subieron crecieron
    増 昇""".split()
)
FALLING = frozenset(
    """fell fall falls fallen falling lowered lowers lowering decrease decreased decreases decreasing decline declined
    declines declining dropped drop drops dropping lost loses shrank shrunk shrink shrinks shrinking slumped slump
    plunged plunge plummeted tumbled slid slipped dipped eased reduced reduces reducing reduction down lower sank
    sunk cut cuts contracted contraction downward narrowed
    fiel fielen fällt gefallen sank sanken sinkt gesunken schrumpfte geschrumpft rückgang
    baissé baisse diminué diminue diminution chute reculé recul cayó cae caída bajó baja bajada disminuyó disminuye
    descendió descenso contrajo cayeron bajaron disminuyeron descendieron 減 落""".split()
)
# Within a group, one word for another is not another word for the same: the figure then belongs to something else.
RIVALS = [
    {word: number for number, words in enumerate(group.split("|")) for word in words.split()}
    for group in (
        "revenue revenues sales turnover umsatz | profit profits earnings gewinn | loss losses verlust | cost costs"
        " expense expenses spending | asset assets | debt debts liabilities | dividend dividends | budget",
        "born birth | died death dead killed deaths | married wedding",
        "opened opening founded established began started launched launch | closed closing ended shut finished",
        "import imports imported | export exports exported",
        "men male males boys | women female females girls",
        "buy bought purchase purchased buyer | sell sold sale seller",
        "minimum lowest least smallest | maximum highest most largest | average mean median",
        "gross | net",
        "domestic | foreign international",
        "adult adults | child children",
        "won win wins victory | lost defeat defeats",
        "arrive arrived arrival | depart departed departure",
        "injured wounded injuries | killed died dead deaths",
        "length long | width wide | height tall high | depth deep",
        "budget | grossed gross box",
        "tenant lessee | landlord lessor",
        "signed | ratified | expired terminated",
        "surplus | deficit shortfall",
        "hired recruited | fired dismissed laid",
        "approve approval favour favor support supported | disapprove disapproval oppose opposed",
        "placebo control | drug treatment vaccine vaccinated treated intervention active",
        "urban | rural",
        "mother | father",
        "husband | wife",
        "systolic | diastolic",
        "north northern | south southern",
        "east eastern | west western",
    )
]
_RIVAL_STEMS: list[dict[str, int]] = []


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """A word without the endings that English and its neighbours put on most: enough to pair rides with ride."""
    word = word.removesuffix("'s").removesuffix("'")
    word = word[2:] if word[1:2] == "'" else word  # d'habitants
    if len(word) <= 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ings", "ing", "ed", "es", "s"):
        if word.endswith(ending) and not word.endswith(("ss", "eed")) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word.removesuffix("e") if len(word) > 3 else word


def rival_places(words: frozenset[str]) -> dict[int, set[int]]:
    """Which member of which group of rivals the stems hold."""
    if not _RIVAL_STEMS:
        _RIVAL_STEMS.extend({stem(word): number for word, number in group.items()} for group in RIVALS)
    places: dict[int, set[int]] = {}
    for number, group in enumerate(_RIVAL_STEMS):
        if held := {group[word] for word in words if word in group}:
            places[number] = held
    return places


# Words that carry no matter: nothing is bound by them. What is matter in another language (war, son, hat) is left out.
STOP_WORDS = frozenset(
    """the a an of and or to is that was for with as are this by be from which were have has had not they their would it
    its been in on at there than then he she his her we our you your i also but if into out over under about who whom
    will can could should may might must do does did so such these those when while where what how all any each both
    more most other some only own same very just shall per between during after before since until through up down off
    again further once here no nor it's that's one
    der die das und ist nicht ein eine zu den mit von dem sich auf für im auch wird sind wurde nach bei einer einem als
    in an aus haben waren es er sie wir ihr des
    le les la des est une un du dans que qui pour pas sur au avec sont cette ce aux ont été elle il nous mais plus
    de en et se sa ses leur
    el los las y por con del al como su sus fue este ha son entre cuando también lo""".split()
)
