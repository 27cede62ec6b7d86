"""Whether two texts are plainly in different languages: by script, by what the page declares, by function words.

Only a plain difference counts; a short or mixed text is in no language. Words are kept to those that the other
languages of the table do not use.
"""

from collections import Counter

import regex

from quotefound.core.words import FUNCTION_WORDS

# Share of a text's letters that one script needs to be the text's script.
_MAJORITY = 0.7
# Function words needed before a language is said, and the lead over the next one: three of them are no accident.
_ENOUGH, _LEAD = 3, 3.0

_SCRIPTS = {
    name: regex.compile(rf"\p{{{name}}}")
    for name in (
        "Latin",
        "Cyrillic",
        "Greek",
        "Arabic",
        "Hebrew",
        "Devanagari",
        "Thai",
        "Han",
        "Hangul",
        "Bengali",
        "Tamil",
    )
}
_KANA = regex.compile(r"[\p{Hiragana}\p{Katakana}]")
_LETTER = regex.compile(r"\p{L}")
_WORD = regex.compile(r"[\p{L}\p{M}']+")

_LANGUAGE_OF = {
    word: tuple(language for language, words in FUNCTION_WORDS.items() if word in words.split())
    for words in FUNCTION_WORDS.values()
    for word in words.split()
}


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


def language_of(text: str) -> str:
    """The language a Latin text's function words speak for, as a two-letter code, or ""."""
    tally: Counter[str] = Counter()
    for word in _WORD.findall(text.lower()):
        for language in (languages := _LANGUAGE_OF.get(word, ())):
            tally[language] += 1 / len(languages)  # type: ignore[assignment]
    ranked = [*tally.most_common(2), ("", 0), ("", 0)]
    (best, most), (_, next_most) = ranked[0], ranked[1]
    return best if most >= _ENOUGH and most >= _LEAD * next_most else ""


def differ(quote: str, source: str, declared: str = "") -> bool:
    """Whether a quote is plainly in another language than its source.

    `declared` is the source's own `lang`, such as "de-AT"; it counts when the source's words do not speak against it.
    """
    mine, theirs = script_of(quote), script_of(source[:20_000])
    if mine and theirs and mine != theirs:
        return {mine, theirs} != {"Han", "Japanese"} or "Japanese" in (mine,)
    if mine != "Latin" or theirs != "Latin":
        return False
    spoken = language_of(quote)
    other = language_of(source[:20_000]) or declared[:2].lower()
    return bool(spoken and other in FUNCTION_WORDS and spoken != other)
