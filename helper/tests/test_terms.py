"""The extension says the sentences of the closed lists in English just as the command line does."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from quotefound.core import terms

MESSAGES = Path(__file__).parents[2] / "extension" / "_locales" / "en" / "messages.json"
LISTED: dict[str, Mapping[Any, str]] = {
    "verdict_": terms.VERDICT_SENTENCES,
    "cause_": terms.CAUSE_SENTENCES,
    "note_": terms.NOTE_SENTENCES,
    "claim_": terms.CLAIM_VERDICT_SENTENCES,
    "claim_note_": terms.CLAIM_NOTE_SENTENCES,
    "reason_": terms.CLAIM_REASON_SENTENCES,
    "words_": terms.WORDS_SENTENCES,
    "doubt_": terms.FIGURE_DOUBT_SENTENCES,
    "figure_note_": terms.FIGURE_NOTE_SENTENCES,
}


def listed_prefix(key: str) -> str:
    return max((prefix for prefix in LISTED if key.startswith(prefix)), key=len, default="")


@pytest.mark.parametrize("prefix", LISTED)
def test_the_screen_says_what_the_command_line_says(prefix: str) -> None:
    messages = json.loads(MESSAGES.read_text("utf-8"))
    said = {key: entry["message"] for key, entry in messages.items() if listed_prefix(key) == prefix}
    assert said == {f"{prefix}{name}": sentence for name, sentence in LISTED[prefix].items()}
