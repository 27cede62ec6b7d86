"""What a reader should know beside "found": each note where it belongs, and not where it does not."""

import pytest

from quotefound.core.matching import find
from quotefound.core.notes import notes
from quotefound.core.terms import Note
from quotefound.core.tokens import Tokens


def noted(quote: str, text: str, around: str = "") -> dict[Note, str]:
    """The notes on a quote that stands in the text."""
    source = Tokens(text)
    matches = find(quote, source).matches
    assert matches, "The words are there."
    return dict(notes(quote, source, matches, around))


CLIPPED = [
    ("the vaccine is safe", "It is not the case that the vaccine is safe.", "not"),
    ("the vaccine is safe", "No evidence shows the vaccine is safe.", "No"),
    ("the vaccine is safe", "They doubt whether the vaccine is safe.", "whether"),
    ("the vaccine is safe", "They denied the vaccine is safe.", "denied"),
    ("safe and effective", "The drug isn’t safe and effective.", "isn’t"),
    ("be guilty of fraud", "He may be guilty of fraud.", "may"),
    ("guilty of fraud", "He is allegedly guilty of fraud.", "allegedly"),
    ("he was guilty", "We knew he was guilty, prosecutors allege.", "allege"),
    ("shall be paid in full", "Wages shall be paid in full except where agreed.", "except"),
    ("the vaccine is safe", "The vaccine is safe, unless you are ill.", "unless"),
    ("der Stoff ist gut", "Es stimmt nicht, der Stoff ist gut.", "nicht"),
    ("er war der Täter", "Angeblich sagte man: er war der Täter.", "Angeblich"),
    ("il a beaucoup plu", "Personne ne croit, jamais, il a beaucoup plu.", "jamais"),
    ("ha llovido mucho hoy", "Nunca dijo: ha llovido mucho hoy.", "Nunca"),
    ("piove molto oggi qui", "Non è vero che piove molto oggi qui.", "Non"),
    ("chove muito hoje aqui", "Não é verdade que chove muito hoje aqui.", "Não"),
    ("het regent vandaag hard", "Het is niet waar dat het regent vandaag hard.", "niet"),
    ("det regnar mycket idag", "Det är inte sant att det regnar mycket idag.", "inte"),
    ("deszcz pada dziś mocno", "To nie prawda, deszcz pada dziś mocno.", "nie"),
    ("дождь шёл весь день", "Неверно думать, не так: дождь шёл весь день.", "не"),
]


@pytest.mark.parametrize(("quote", "text", "word"), CLIPPED, ids=[f"{text} ({word})" for _, text, word in CLIPPED])
def test_a_clipped_context(quote: str, text: str, word: str) -> None:
    """The neighbouring word that turns the sense is named, in the languages of the screens."""
    assert noted(quote, text).get(Note.CLIPPED_CONTEXT) == word


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the vaccine is safe", "He is not well. The vaccine is safe."),
        ("the vaccine is safe", "The vaccine is safe. Not so the other one."),
        ("the vaccine is safe", "Not\n\nThe vaccine is safe"),
        ("the vaccine is not safe", "They said the vaccine is not safe."),
        ("the vaccine is safe", "In May the vaccine is safe."),
        ("the vaccine is safe", "Not one of them had any idea of it, and they all agreed the vaccine is safe."),
    ],
)
def test_no_clipped_context(quote: str, text: str) -> None:
    """Another sentence's words, another block's, the quote's own, a month and a far word turn nothing."""
    assert Note.CLIPPED_CONTEXT not in noted(quote, text)


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("“He was guilty of fraud,” said prime minister Jane Doe.", "Jane Doe"),
        ("“He was guilty of fraud,” Angela van der Berg says.", "Angela van der Berg"),
        ("Jane Doe said he was guilty of fraud.", "Jane Doe"),
        ("According to Jane Doe, he was guilty of fraud.", "Jane Doe"),
        ("He was guilty of fraud, the minister said on Monday.", None),
        ("The court said he was guilty of fraud.", None),
        ("He was guilty of fraud, she told the BBC.", None),
        ("He was guilty of fraud. Jane Doe said so.", None),
    ],
)
def test_another_speaker(text: str, speaker: str | None) -> None:
    """A name with a verb of speech in the passage's own sentence; not a weekday, a listener or the next sentence."""
    assert noted("was guilty of fraud", text).get(Note.OTHER_SPEAKER) == speaker


def test_the_speaker_that_the_answer_names_is_not_another() -> None:
    """The answer says Doe said it, and so does the source."""
    text = "“He was guilty of fraud,” said prime minister Jane Doe."
    assert Note.OTHER_SPEAKER not in noted(
        "was guilty of fraud", text, around="As Doe put it, he “was guilty of fraud”."
    )
    assert noted("was guilty of fraud", text, around="Smith: “was guilty of fraud”.")[Note.OTHER_SPEAKER] == "Jane Doe"


@pytest.mark.parametrize(
    ("quote", "text", "word"),
    [
        ("they told US to go", "They told us to go.", "us"),
        ("they told us to go", "They told US to go.", "US"),
        ("the WHO said it", "The who said it.", "who"),
        ("THE RAIN FELL HARD", "The rain fell hard.", None),
        ("the rain fell hard", "The Rain Fell Hard", None),
        ("it is an MP3 file", "It is an MP3 file.", None),
    ],
)
def test_capitals(quote: str, text: str, word: str | None) -> None:
    """Only capitals that can make another word count: not a sentence's first, a title's, or all of a text's."""
    assert noted(quote, text).get(Note.CAPITALS) == word


def test_how_often_and_how_short() -> None:
    """Every further place counts; two words are very short, three are not."""
    assert (
        noted("it rained all day", "It rained all day. It rained all day; it rained all day.")[Note.OCCURS_OFTEN] == "3"
    )
    assert Note.OCCURS_OFTEN not in noted("it rained all day", "It rained all day.")
    assert Note.VERY_SHORT in noted("it rained", "It rained all day.")
    assert Note.VERY_SHORT not in noted("it rained all", "It rained all day.")
