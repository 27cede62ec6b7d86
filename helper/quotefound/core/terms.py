"""The closed lists of the product's words: verdicts, causes and notes, each with the one name used in JSON.

Every other part takes its names from here, the extension's messages included (a test compares them). The sentences
are what the command line prints; the extension has them once per language.
"""

from enum import StrEnum


class Verdict(StrEnum):
    """What was found out about a quote."""

    FOUND = "found"
    CLOSEST = "closest"
    ABSENT = "absent"
    UNCHECKED = "unchecked"


class Cause(StrEnum):
    """Why a quote could not be checked."""

    NO_CITATION = "no_citation"
    HIDDEN_CITATION = "hidden_citation"
    NOT_FETCHED = "not_fetched"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    LOGIN_WALL = "login_wall"
    CONSENT_WALL = "consent_wall"
    BOT_WALL = "bot_wall"
    PAYWALL = "paywall"
    SCRIPT_SHELL = "script_shell"
    ERROR_PAGE = "error_page"
    TOO_SHORT = "too_short"
    CUT_OFF = "cut_off"
    UNSUPPORTED_TYPE = "unsupported_type"
    UNREADABLE = "unreadable"
    TOO_LARGE = "too_large"
    TOOK_TOO_LONG = "took_too_long"
    ADDRESS_NOT_ALLOWED = "address_not_allowed"
    OTHER_LANGUAGE = "other_language"
    NUMBER_FORM = "number_form"
    NUMBER_CONTEXT = "number_context"
    WORD_CONTEXT = "word_context"
    OPERATOR = "operator"
    EMPTY_QUOTE = "empty_quote"
    SHORTENED = "shortened"
    HIDDEN_TEXT = "hidden_text"
    HELPER_NOT_RUNNING = "helper_not_running"


class Note(StrEnum):
    """What a reader should know beside a verdict; a note never changes one."""

    OTHER_SOURCE = "other_source"
    CLIPPED_CONTEXT = "clipped_context"
    OTHER_SPEAKER = "other_speaker"
    CAPITALS = "capitals"
    OCCURS_OFTEN = "occurs_often"
    VERY_SHORT = "very_short"
    ZONE = "zone"
    ARCHIVED_COPY = "archived_copy"
    OWN_TAB = "own_tab"
    SOURCE_CHANGED = "source_changed"


class FigureVerdict(StrEnum):
    """What a passage says of a figure of a claim."""

    MATCH = "match"
    MISMATCH = "mismatch"
    UNCHECKED = "unchecked"


class FigureDoubt(StrEnum):
    """Why a figure could not be checked."""

    TWO_READINGS = "two_readings"
    VAGUE = "vague"
    UNREAD = "unread"
    COMPARATOR = "comparator"
    NOT_CONVERTED = "not_converted"
    WORKED_OUT = "worked_out"
    SAYS_LESS = "says_less"
    UNIT_MISSING = "unit_missing"
    NAME_GOES_ON = "name_goes_on"
    NAME_MISSING = "name_missing"
    SOURCE_CONFLICT = "source_conflict"
    OTHER_WORDS = "other_words"
    SMALL_WORD = "small_word"


class FigureNote(StrEnum):
    """What a reader should know beside a figure that matches."""

    SPELLING = "spelling"
    HEDGE = "hedge"


VERDICT_SENTENCES = {
    Verdict.FOUND: "Quote found",
    Verdict.CLOSEST: "Closest passage in the source:",
    Verdict.ABSENT: "The cited source does not contain this quote.",
    Verdict.UNCHECKED: "Could not check",
}

# What stopped the check, and what the reader can do about it. "The source" is named only where it is the cause.
CAUSE_SENTENCES = {
    Cause.NO_CITATION: "The answer names no source for this quote. Ask for one, or check it by hand.",
    Cause.HIDDEN_CITATION: "The site hides the address of this citation. Open the citation, then check again.",
    Cause.NOT_FETCHED: (
        "This link is part of the answer's prose, so it waits for you. Look at the address, then fetch it."
    ),
    Cause.UNREACHABLE: "The source could not be reached. Open the link, or try again later.",
    Cause.REFUSED: "The source refused the request. Open it in your own browser and look for the words.",
    Cause.LOGIN_WALL: "The source asks for a login. Open it in your own browser and look for the words.",
    Cause.CONSENT_WALL: "The source shows only a consent page. Open it in your own browser and look for the words.",
    Cause.BOT_WALL: "The source lets only people in. Open it in your own browser and look for the words.",
    Cause.PAYWALL: "The source shows only a part without a subscription. Open it in your own browser if you have one.",
    Cause.SCRIPT_SHELL: "The source is filled in by a script. Open it in your own browser and look for the words.",
    Cause.ERROR_PAGE: "The source answered with an error page. Open the link to see whether the page has moved.",
    Cause.TOO_SHORT: "What the source showed is shorter than the quote. Open it and see whether more is there.",
    Cause.CUT_OFF: "The source was read only in part. Open it and look for the words.",
    Cause.UNSUPPORTED_TYPE: "The source is of a kind that cannot be read yet. Open it and look for the words.",
    Cause.UNREADABLE: "The source's text cannot be read out of it. Open it and look for the words.",
    Cause.TOO_LARGE: "The source is too large to be read. Open it and look for the words.",
    Cause.TOOK_TOO_LONG: "Reading the source took too long. Try again, or open it and look for the words.",
    Cause.ADDRESS_NOT_ALLOWED: "This address is on your own computer or network and is not fetched. Open it yourself.",
    Cause.OTHER_LANGUAGE: (
        "Quote and source are in different languages. A translation cannot be compared word for word."
    ),
    Cause.NUMBER_FORM: "A figure in the quote has a form that cannot be compared safely. Look at the passage yourself.",
    Cause.NUMBER_CONTEXT: "The figure at an end of the quote goes on in the source. Look at the passage yourself.",
    Cause.WORD_CONTEXT: "The word at an end of the quote goes on in the source. Look at the passage yourself.",
    Cause.OPERATOR: "Code or a formula in the quote cannot be compared safely. Look at the passage yourself.",
    Cause.EMPTY_QUOTE: "There are no words in this quote to look for.",
    Cause.SHORTENED: "The quote leaves words out. Its parts are there in order; see what was left out.",
    Cause.HIDDEN_TEXT: "The words stand only in text that the source does not show. Open it and look for them.",
    Cause.HELPER_NOT_RUNNING: "The Quotefound helper is not running. Start it, then check again.",
}

NOTE_SENTENCES = {
    Note.OTHER_SOURCE: "These words stand in another cited source.",
    Note.CLIPPED_CONTEXT: "The neighbouring words change the sense; read them too.",
    Note.OTHER_SPEAKER: "The passage names another speaker.",
    Note.CAPITALS: "Capital letters differ.",
    Note.OCCURS_OFTEN: "The words stand in the source more than once.",
    Note.VERY_SHORT: "This is a very short quote.",
    Note.ZONE: "The words stand outside the main text.",
    Note.ARCHIVED_COPY: "Read from an archived copy.",
    Note.OWN_TAB: "Read in your own tab.",
    Note.SOURCE_CHANGED: "The source has changed since.",
}
