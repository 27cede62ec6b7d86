"""The extension says the sentences of the closed lists in English just as the command line does."""

import json
from pathlib import Path

import pytest

from quotefound.core.terms import CAUSE_SENTENCES, NOTE_SENTENCES, VERDICT_SENTENCES

MESSAGES = Path(__file__).parents[2] / "extension" / "_locales" / "en" / "messages.json"


@pytest.mark.parametrize(
    ("prefix", "sentences"),
    [("verdict_", VERDICT_SENTENCES), ("cause_", CAUSE_SENTENCES), ("note_", NOTE_SENTENCES)],
)
def test_the_screen_says_what_the_command_line_says(prefix: str, sentences: dict[str, str]) -> None:
    messages = json.loads(MESSAGES.read_text("utf-8"))
    said = {key: entry["message"] for key, entry in messages.items() if key.startswith(prefix)}
    assert said == {f"{prefix}{name}": sentence for name, sentence in sentences.items()}
