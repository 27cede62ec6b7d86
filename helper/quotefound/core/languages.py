"""Whether two texts are plainly in different languages: by script, by what the page declares, by function words.

Only a plain difference counts; a short or mixed text is in no language. A word that several languages use weighs for
each of them so much less; words with a capital may be names and do not count.
"""

from collections import Counter
from collections.abc import Iterable

import regex

# Share of a text's letters that one script needs to be the text's script.
_MAJORITY = 0.7
# The weight of function words that says a language, and its lead over the next one: three of them are no accident, and
# neighbours such as Spanish and Portuguese share half of theirs.
_ENOUGH, _LEAD = 2.5, 1.6
# Beside a text whose language is known less is enough: two different small words of another language, and of its own
# hardly any.
_ENOUGH_BESIDE, _OWN = 2.0, 0.25
# A text of so many words that has no function word of a language is in another one.
_LONG = 12
_READ = 20_000  # code points of a source that show its language

_SCRIPTS = {
    name: regex.compile(rf"\p{{{name}}}")
    for name in "Latin Cyrillic Greek Arabic Hebrew Devanagari Thai Han Hangul Bengali Tamil".split()
}
_KANA = regex.compile(r"[\p{Hiragana}\p{Katakana}]")
_LETTER = regex.compile(r"\p{L}")
_WORD = regex.compile(r"[\p{L}\p{M}']+")

# The commonest words that carry no matter of their own, as they stand in running text.
_COMMONEST = {
    "en": """the of and to is that was for with as are this by be from which were have has not they their would it its
        been he she we you his her him our your in on at an or if but will can could should may than then there when
        who what how all any more some such only into over after before between out up about because had does did do
        no these those them while where through under during against most other very just also never every both i""",
    "de": """der die das und ist nicht ein eine zu den mit von dem sich auf für im auch wird sind wurde nach bei einer
        einem als des es er sie wir ihr ich hat haben war waren aus an am um dass daß wenn oder aber wie noch nur kann
        können muss müssen soll sollen man über unter vor durch gegen ohne zum zur einen eines kein keine keinen so
        schon mehr sehr alle diese dieser dieses was wer wo doch denn dann immer werden worden würde würden hatte hatten
        wäre ihre ihren ihrer seine seinen seiner bis seit zwischen weil damit""",
    "fr": """le les des est une du dans que qui pour pas sur au avec sont cette ce par aux ont été elle il nous mais
        plus la de et un en à se ne ou où son sa ses leur leurs ils elles vous je on cela cet ces comme tout tous
        toute fait être avoir a était avait sans sous après avant entre chez aussi très bien même donc si faut peut y
        n d l c s qu""",
    "es": """el los las que una por con del se para al como más pero sus fue este ha son su entre cuando también y la
        de en un es no lo le les o si sin sobre esta esto estos estas ese esa ya muy hay han era ser está están hasta
        desde donde porque todo todos toda nos ni yo él ella ellos puede sólo solo ayer mi dos qué cómo""",
    "it": """il di che per una non sono della con del dei nel più anche gli alla delle questo ha come ma è dal la le lo
        un in e a i si da al sul sulla nella nei dell nell all dall degli ai agli se o ci ne mi suo sua suoi loro era
        hanno essere stato stata quando dove molto tutto tutti questa quello cui poi solo dopo fra tra ieri""",
    "pt": """os uma para não com mais dos como foi ao das seu sua pelo pela são mas também até isso em um na o a as e de
        do da que no nos nas se por à às ou é ser está estão era há ele ela eles elas já muito quando onde porque sem
        sobre entre depois apenas este esta esse essa nem só pode têm tem foram eu ontem nenhuma nenhum vai""",
    "nl": """het een van niet op te zijn voor met aan er ook bij naar uit maar deze heeft hun dan wordt dat en de in is
        was die als om over door of nog wel geen kan we ze hij zij ik je dit wat waar werd hebben had moet kunnen tot
        onder tegen zonder na al zo meer zei alle ons haar hem omdat worden toen nu""",
    "sv": """och att det som är för på inte av till har den om ett var han från vi men kan en i de med sig så ska
        skulle hade blev blir vid efter under mellan över alla några något denna detta dessa här där när hur vad vem
        eller också mycket bara utan ut upp säger sade sin sitt sina ingen hos du jag hon man mot""",
    "pl": """nie się na jest że do to jak ale przez był po są oraz być które który w z i o a u za od dla tym tego ta te
        ten tej co czy tak już tylko może było była były jego jej ich ze we by aby żeby która których gdy kiedy gdzie
        przy pod nad przed bez także również jednak bardzo więc lub ma mają został została będzie sobie nam mnie
        żadnych wszystkich""",
    "tr": """ve bir bu için ile ama değil de da daha en çok gibi kadar sonra önce olan olarak olduğu olduğunu var yok
        ne ki mi mı mu mü her hiçbir hiç o şu biz siz onlar ben sen ya veya ancak çünkü eğer ise göre karşı dedi
        diye tarafından üzerinde içinde arasında bütün tüm yeni iki oldu edildi etti dün şey bile artık yalnızca""",
    "ru": """и в не на что с по как это от из за для но то же его её их он она они мы вы я был была было были бы так все
        всё к у о об при до или если когда где только уже ещё также между после перед чтобы этот эта эти который
        которые которая нет да тоже очень без под над есть""",
    "uk": """і в не на що з по як це від із за для але то же його її їх він вона вони ми ви я був була було були б так
        всі все до у о об при або якщо коли де тільки вже ще також між після перед щоб цей ця ці який які яка немає
        та й дуже без під над є""",
}
_WORDS = {language: frozenset(words.split()) for language, words in _COMMONEST.items()}
# What each word weighs for each language that has it.
_WEIGHTS: dict[str, list[tuple[str, float]]] = {}
for _word in frozenset().union(*_WORDS.values()):
    _having = [language for language, words in _WORDS.items() if _word in words]
    _WEIGHTS[_word] = [(language, 1 / len(_having)) for language in _having]


def script_of(text: str) -> str:
    """The script most letters of a text are in, or "" when none has a plain majority."""
    letters = len(_LETTER.findall(text))
    if not letters:
        return ""
    if len(_KANA.findall(text)) > 0.1 * letters:
        return "Japanese"
    for name, pattern in _SCRIPTS.items():
        if len(pattern.findall(text)) >= _MAJORITY * letters:
            return name
    return ""


def _small_words(text: str) -> list[str]:
    """A text's words but for those with a capital, which may be names; all of a text in capitals."""
    words = _WORD.findall(text.lower() if text.isupper() else text)
    return [word for word in words if word.islower()]


def _tally(words: Iterable[str]) -> Counter[str]:
    """What some words weigh for each language."""
    tally: Counter[str] = Counter()
    for word in words:
        for language, weight in _WEIGHTS.get(word, ()):
            tally[language] += weight  # type: ignore[assignment]
    return tally


def language_of(text: str) -> str:
    """The language that a text's function words speak for, as a two-letter code, or ""."""
    ranked = [*_tally(_small_words(text)).most_common(2), ("", 0), ("", 0)]
    (best, most), (_, next_most) = ranked[0], ranked[1]
    return best if most >= _ENOUGH and most >= _LEAD * next_most else ""


def differ(quote: str, source: str, declared: str = "") -> bool:
    """Whether a quote is plainly in another language than its source.

    `declared` is the source's own `lang`, such as "de-AT"; it counts when the source's words do not speak against it.
    """
    source = source[:_READ]
    mine, theirs = script_of(quote), script_of(source)
    if mine and theirs and mine != theirs:
        return not (mine == "Han" and theirs == "Japanese")  # Japanese has passages without kana
    other = language_of(source) or declared[:2].lower()
    if other not in _WORDS:
        return False
    spoken, small = language_of(quote), _small_words(quote)
    if spoken not in ("", other) or (len(small) >= _LONG and _WORDS[other].isdisjoint(small)):
        return True
    opening = _WORD.search(quote)  # a sentence begins with a capital
    tally = _tally({*small, opening[0].lower() if opening else ""})
    most = max(tally.values(), default=0)
    return most >= _ENOUGH_BESIDE and tally[other] <= _OWN * most
