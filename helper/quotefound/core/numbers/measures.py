"""What may follow a number: a scale, a unit, a currency, percent and points, a rate. Each with where it ends.

Knows the tables and the patterns; what they make of a number is decided in `amounts`.
"""

from fractions import Fraction

import regex

from quotefound.core.numbers.han_numerals import HAN_SCALES
from quotefound.core.numbers.number_words import SCALES, language_of_numbers
from quotefound.core.numbers.units import CURRENCIES, LONGEST_UNIT, SCALE_LETTERS, SURE_LETTERS, UNITS, Unit

Scale = tuple[int, int, bool]  # the factor, where it ends, whether it can mean nothing else

_SCALE = regex.compile(r"\s?-?(?P<word>\p{L}+)(?P<point>\.)?(?![\p{L}\d])")
_POINTED = ("Mio", "Mrd", "mio", "mrd", "Tsd", "tsd")
PERCENT = regex.compile(
    r"\s?%(?P<points>-?\s?points?|ポイント)?|パーセント(?P<points4>ポイント)?"
    r"|\s?-?(?:percent|per cent|pct\.?|prozent|por ciento|pour cent)(?!\p{L})(?P<points2>\spoints?)?"
    r"|\s?-?(?P<points3>percentage[ -]points?|pp|ppt|pps|prozentpunkte?n?|puntos porcentuales|points? de pourcentage)"
    r"(?!\p{L})",
    regex.IGNORECASE,
)
BASIS_POINTS = regex.compile(
    r"[\s-]?(?:basis[ -]points?|bps?|basispunkte?n?|puntos básicos|points? de base)(?!\p{L})", regex.IGNORECASE
)
TIMES = regex.compile(
    r"\s?(?:[x×](?![\d\p{L}])|-?fold(?!\p{L})|-?fach(?:e[nrs]?)?(?!\p{L})|(?:times|mal|veces|fois)(?!\p{L})|-time(?!\p{L}))"
    r"|倍",
    regex.IGNORECASE,
)
AND_A_PART = regex.compile(
    r"\s(?:and a half|and a quarter|and three quarters|und eine halbe|y media|et demie?)(?!\p{L})", regex.IGNORECASE
)
MONEY_BEFORE = regex.compile(
    r"(?P<sign>[+-])?(?P<opened>\()?(?P<money>(?:US|A|AU|C|CA|HK|NZ|S|R|MX)?\$|(?:JP|CN)?¥|[€£₹₽₩₺₪₿]"
    r"|(?:USD|EUR|GBP|JPY|CHF|CAD|AUD|INR|CNY|RMB|SEK|NOK|DKK|NZD|HKD|SGD|BRL|MXN|KRW|PLN|Rs\.?)"
    r"(?=\s?[\d(]))"
    r"\s?(?P<inside>\()?(?=[-+]?[\d.])"
)
# What stands before a currency's word: Swiss francs, Hong Kong dollars.
_NATIONS = "|".join(
    regex.escape(spelling.rpartition("-")[0].replace("-", " ")) for spelling in CURRENCIES if "-" in spelling
)
_MONEY_WORDS = regex.compile(
    rf"\s?(?:de |d'|of )?(?P<word>(?:(?:{_NATIONS}) )?"
    r"[\p{L}$€£¥₹]+)(?!\p{L})",
    regex.IGNORECASE,
)
_ONE_MONEY_WORD = regex.compile(r"\s?(?:de |d')?(?P<word>[\p{L}$€£¥₹]+)(?!\p{L})")
_NO_MONEY = frozenset(("real", "won"))  # words of English as well
_WEIGHED = regex.compile(r"\b(?:weigh\w*|weight|heavy|mass|lighter|heavier|thrust)\b|pounds? of\b", regex.IGNORECASE)
_LETTER = r"[\p{L}--[\p{Han}\p{Hiragana}\p{Katakana}]]"
_PAID = regex.compile(
    r"\b(?:costs?|pa(?:id|ys?)|fine[ds]?|prices?|budgets?|salary|salaries|earn\w*|worth|spen[dt]\w*|sold|fees?|tax\w*|rents?"
    r"|debts?|grants?|£\d\S*)(?!\p{L})",
    regex.IGNORECASE,
)
_UNIT_WORD = regex.compile(
    rf"\s?-?\s?(?P<word>[°º]\s?[CFK](?!\p{{L}})|[{_LETTER}µμ°Ω¢]+[²³]?(?:\d(?!\d))?)(?!{_LETTER}|'(?!s\b){_LETTER})\.?",
    regex.V1,
)
# Written without a space behind it, so the longest one counts; 分の makes a fraction, 年代 a decade.
_CJK = sorted((word for word in (*UNITS, *CURRENCIES) if word[0] > "\u3000"), key=len, reverse=True)
_CJK_UNIT = regex.compile("(?:" + "|".join(_CJK) + ")(?!の[一二三四五六七八九十\\d])")
_PER = regex.compile(
    r"\s?(?:(?P<sign>/)\s?|(?P<article>an?)\s|(?:per|each|every|pro|por|par|je)\s)"
    r"(?P<word>(?:square |cubic )?[\p{L}µμ]+[²³23]?)(?![\p{L}\d])"
    r"|\s?(?:(?:per|pro|por|pour)\s|/)(?P<many>\d{1,3}(?:[, .]\d{3})+|\d+)(?!\d)",
    regex.IGNORECASE,
)
_PER_BEHIND = regex.compile(
    r"(?:\s(?!(?:in|for|after|within|than|of|to|over|before|from|by|at|once|twice|half|and|or|per)\b)\p{Ll}[\p{L}'-]*){1,3}?"
    r"(?:\s(?:per|pro|por|pour)\s(?P<many>\d{1,3}(?:[, .]\d{3})+|\d+)(?!\d|\s?(?:%|percent))"
    r"|(?:\sper\s|/)(?P<any>(?:square |cubic )?[\p{L}µμ]+[²³23]?)(?![\p{L}\d])"
    r"|\s(?:an?|per|each|every|pro|por|par)\s(?P<word>second|minute|hour|day|night|week|month|quarter|year|stunde|tag|woche"
    r"|monat|jahr|hora|día|semana|mes|año|heure|jour|semaine|mois|an)"
    r"(?!\p{L}|\s(?:ago|later|earlier|before|after|prior|old|long)))",
    regex.IGNORECASE,
)
_RATED = frozenset(
    """second s minute min hour h hr day d week month year yr person capita unit share barrel kg km l litre liter ml dl
    mile gallon tonne ton ounce m³ m2 m² m stunde tag monat jahr hora día mes año heure jour mois an head night student
    household inhabitant employee child visit ticket seat dose cup km² km2 metre kilometre foot acre""".split()
)
_RATED_WITH_ARTICLE = frozenset(
    """hour day week month year second minute person share night barrel gallon head unit litre liter mile ton tonne
    ticket seat dose""".split()
)
LENGTH_BEHIND = regex.compile(
    r"\s?(?:tall|long|wide|high|deep|thick|away|above|below|in (?:length|height|width|diameter|depth)|race|run|sprint"
    r"|from|apart|hoch|lang|breit|tief)\b",
    regex.IGNORECASE,
)
COUNTED_BEHIND = regex.compile(
    r"\s(?:of\s)?(?:(?!run|race|(?:was|has|is|as|its|this|his|does|plus|less|across|towards|always|versus)\b)\p{Ll}{2,}s"
    r"|people|men|women|children)(?!\p{L})"
)


def scale_at(text: str, at: int, money: bool = False) -> Scale | None:
    """The scale word or letter at an offset; after money a bare m or k can be nothing else."""
    if text[at : at + 1] in HAN_SCALES:
        return HAN_SCALES[text[at]], at + 1, True
    match = _SCALE.match(text, at)
    if not match:
        return None
    word, low, end = match["word"], match["word"].lower(), match.end("word")
    if match["point"] and word in _POINTED:
        end = match.end()
    if word in SURE_LETTERS:
        return SCALE_LETTERS[word], end, True
    if word in SCALE_LETTERS and (money or (match.start("word") == at and word != "mm")):
        return SCALE_LETTERS[word], end, money or word in ("M", "B")
    if low in ("hundred", "hundert"):
        return 100, end, True
    scales = (SCALES[language_of_numbers(text)], SCALES["en"], *SCALES.values())
    factor = next((table[low] for table in scales if low in table), None)
    if factor is None:
        return None
    if factor == 1000 and (more := scale_at(text, end)) and more[0] >= 10**6 and more[2]:  # mil millones
        return factor * more[0], more[1], True
    return factor, end, True


def unit_at(text: str, at: int) -> tuple[Unit, int] | None:
    """The unit of measure at an offset, up to three words long, and where it ends."""
    if cjk := _CJK_UNIT.match(text, at):
        unit = UNITS.get(cjk[0])
        return (unit, cjk.end()) if unit else None
    best, end, joined = None, at, ""
    for _ in range(LONGEST_UNIT):
        match = _UNIT_WORD.match(text, end)
        if not match or (joined and not match[0][0].isspace() and match[0][0] != "-"):
            break
        joined += ("-" if joined else "") + match["word"].replace(" ", "").replace("º", "°")
        end = match.end("word")
        unit = UNITS.get(joined) or (UNITS.get(joined.lower()) if len(joined) > 2 else None)
        if unit:
            best = unit, end
    return best


def currency_at(text: str, at: int) -> tuple[tuple[str, ...], int] | None:
    """The currencies that the words or sign at an offset may name ("lb" for a pound's weight), and where it ends."""
    if (cjk := _CJK_UNIT.match(text, at)) and cjk[0] in CURRENCIES:
        return (CURRENCIES[cjk[0]],), cjk.end()
    for pattern in (_MONEY_WORDS, _ONE_MONEY_WORD):
        if not (match := pattern.match(text, at)):
            continue
        word = match["word"].lower().replace(" ", "-")
        if word in ("pound", "pounds"):
            weighed, paid = _WEIGHED.search(text), _PAID.search(text)
            return (("lb",) if weighed else ("GBP",) if paid else ("GBP", "lb")), match.end()
        if word in CURRENCIES and word not in _NO_MONEY:
            return (CURRENCIES[word],), match.end()
    return None


def rate_at(text: str, at: int) -> tuple[str, int]:
    """What a quantity is taken per, as "/base*factor", "/noun" or "/100000", and where that ends; "" for nothing."""
    match = _PER.match(text, at)
    if not match:
        far = _PER_BEHIND.match(text, at)  # 500 cars a month; the figure itself ends before its noun
        if far and far["many"]:
            return _per_many(far["many"]), at
        word = (far["word"] or far["any"]) if far else ""
        return (_per(word, word.lower()), at) if word else ("", at)
    if match["many"]:
        return _per_many(match["many"]), match.end()
    word = match["word"]
    low = word.lower().removesuffix("s") if len(word) > 2 else word.lower()
    per = match[0].lstrip().startswith("per ")
    if (
        (low.split()[-1] not in _RATED and not per)
        or low == "cent"
        or (match["article"] and low not in _RATED_WITH_ARTICLE)
    ):
        return "", at
    return _per(word, low), match.end()


def _per_many(digits: str) -> str:
    return "/" + "".join(filter(str.isdigit, digits))


_MANY = {"hundred": "/100", "thousand": "/1000", "million": "/1000000"}


def _per(word: str, low: str) -> str:
    if low in _MANY:
        return _MANY[low]
    unit = UNITS.get(word) or UNITS.get(low.replace(" ", "-"))
    return f"/{unit.base}*{unit.factor}" if unit else f"/{low}"


def number_goes_on(text: str, at: int) -> bool:
    """Whether a scale, a unit or percent stands right behind a number, so that it counts or measures something."""
    scale = scale_at(text, at)
    return bool((scale and scale[2]) or unit_at(text, at) or PERCENT.match(text, at) or BASIS_POINTS.match(text, at))


def part_in(words: str) -> Fraction:
    """The part that words such as "and a half" or "a quarter of an" name."""
    low = words.lower()
    return Fraction(3, 4) if "three" in low else Fraction(1, 4) if "quarter" in low else Fraction(1, 2)
