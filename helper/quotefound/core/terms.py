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
    TITLE = "title"


class Aside(StrEnum):
    """Why words in quotation marks are no quote."""

    SINGLE_WORD = "single_word"
    NAME = "name"


class ClaimVerdict(StrEnum):
    """What the cited sources say of a claim."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NEUTRAL = "neutral"
    UNCHECKED = "unchecked"


class Words(StrEnum):
    """Whether a source has a passage that speaks of a claim."""

    SPEAKS = "speaks"
    SILENT = "silent"
    UNCHECKED = "unchecked"


class ClaimReason(StrEnum):
    """What decided a claim's verdict."""

    FIGURE_DIFFERS = "figure_differs"
    FIGURE_MISSING = "figure_missing"
    FIGURE_UNCHECKED = "figure_unchecked"
    SILENT = "silent"
    UNREAD = "unread"
    NO_MODEL = "no_model"
    MODEL_FAILED = "model_failed"
    UNSURE = "unsure"
    MEANING = "meaning"
    SOURCES_DISAGREE = "sources_disagree"


class ClaimNote(StrEnum):
    """What a reader should know beside a claim's verdict; a note never changes one."""

    NEGATION = "negation"
    COMPARATOR = "comparator"
    NAME_MISSING = "name_missing"
    SPELLING = "spelling"
    HEDGE = "hedge"


class AnswerDecision(StrEnum):
    """What is said of a whole answer."""

    ABSTAINED = "abstained"
    BLOCKED = "blocked"
    SUPPORTED = "supported"
    NOTHING_TO_CHECK = "nothing_to_check"


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
        "This link is part of the answer’s prose, so it waits for you. Look at the address, then fetch it."
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
    Cause.UNREADABLE: "The source’s text cannot be read out of it. Open it and look for the words.",
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
    Note.TITLE: "Written like a title: it may name a work, not quote one.",
}

ASIDE_SENTENCES = {
    Aside.SINGLE_WORD: "A single word without a citation of its own: a term or emphasis, not a quote.",
    Aside.NAME: "A name in quotation marks, not a quote.",
}

FIGURE_DOUBT_SENTENCES = {
    FigureDoubt.TWO_READINGS: "This figure can be read in more than one way.",
    FigureDoubt.VAGUE: "This is no exact figure.",
    FigureDoubt.UNREAD: "These digits could not be read as a figure.",
    FigureDoubt.COMPARATOR: "The figure is the same, but one side says at least, up to, before or the like.",
    FigureDoubt.NOT_CONVERTED: (
        "The source has another unit, currency, time zone or form; nothing is converted, so this was not compared."
    ),
    FigureDoubt.WORKED_OUT: "This may follow from the passage, but the passage does not say it so.",
    FigureDoubt.SAYS_LESS: "The passage says less exactly than the claim.",
    FigureDoubt.UNIT_MISSING: "The digits stand there without their unit.",
    FigureDoubt.NAME_GOES_ON: "The name or number goes on in the passage; it may be another one.",
    FigureDoubt.NAME_MISSING: "This name with a number does not stand in the passage.",
    FigureDoubt.SOURCE_CONFLICT: "The source gives two values for this.",
    FigureDoubt.OTHER_WORDS: "The figure stands there, but beside other words.",
    FigureDoubt.SMALL_WORD: "A small number in words that the passage does not say; it may have been counted.",
}

FIGURE_NOTE_SENTENCES = {
    FigureNote.SPELLING: "Written differently in the source.",
    FigureNote.HEDGE: "Only one side calls this approximate.",
}

CLAIM_VERDICT_SENTENCES = {
    ClaimVerdict.SUPPORTED: "Reads as supported",
    ClaimVerdict.CONTRADICTED: "Does not agree with the source",
    ClaimVerdict.NEUTRAL: "The source does not say this",
    ClaimVerdict.UNCHECKED: "Could not check",
}

WORDS_SENTENCES = {
    Words.SPEAKS: "A passage of the source speaks of this.",
    Words.SILENT: "No passage of the source speaks of this.",
    Words.UNCHECKED: "The source could not be read.",
}

DECISION_SENTENCES = {
    AnswerDecision.SUPPORTED: "Everything that was checked stands in its sources.",
    AnswerDecision.BLOCKED: "Something does not stand in its source: do not pass this answer on as it is.",
    AnswerDecision.ABSTAINED: "Something could not be decided: a person has to look.",
    AnswerDecision.NOTHING_TO_CHECK: "There is nothing to check.",
}

CLAIM_REASON_SENTENCES = {
    ClaimReason.FIGURE_DIFFERS: "The source gives another figure.",
    ClaimReason.FIGURE_MISSING: "The source does not give this figure.",
    ClaimReason.FIGURE_UNCHECKED: "A figure could not be checked.",
    ClaimReason.SILENT: "The source does not speak of this.",
    ClaimReason.UNREAD: "A cited source could not be read.",
    ClaimReason.NO_MODEL: "Meaning not checked: no model is installed.",
    ClaimReason.MODEL_FAILED: "Meaning not checked: the language model could not judge this.",
    ClaimReason.UNSURE: "The language model on your computer is not sure.",
    ClaimReason.MEANING: "A language model on your computer compared the sentence with the passage.",
    ClaimReason.SOURCES_DISAGREE: "The cited sources disagree; Quotefound does not choose between them.",
}

CLAIM_NOTE_SENTENCES = {
    ClaimNote.NEGATION: "Only one side has a word that negates or hedges.",
    ClaimNote.COMPARATOR: "Only one side says at least, up to, before or the like.",
    ClaimNote.NAME_MISSING: "This name does not stand in the passages.",
    ClaimNote.SPELLING: "The figure is written differently in the source.",
    ClaimNote.HEDGE: "Only one side calls the figure approximate.",
}
