"""A citation record: every field of it leads back to the verdict."""

from hashlib import sha256
from pathlib import Path

from quotefound.core.matching import find
from quotefound.core.tokens import Tokens
from quotefound.records import citation_record, normalized_hash
from quotefound.settings import Settings
from quotefound.sources.snapshots import Library, Snapshot

RIVER = "The river 🎉 rose by two metres,  and the old\nbridge was closed. Nobody was hurt."


async def kept(folder: Path, text: str) -> tuple[Library, Snapshot, Tokens]:
    library = Library(Settings(folder=folder / "kept"))
    reading = await library.text_of_given(text, "river.txt")
    assert reading.snapshot is not None
    assert reading.text is not None
    return library, reading.snapshot, Tokens(reading.text.text, reading.text.notes)


async def test_a_record_leads_back_to_the_bytes(tmp_path: Path) -> None:
    """The stored bytes have the record's hash; the selectors cut the words out of the text with the text's hash."""
    library, snapshot, tokens = await kept(tmp_path, RIVER)
    match = find("the old bridge was closed", tokens).matches[0]
    record = citation_record("c-1", snapshot, tokens, normalized_hash(tokens), match, 1)
    hashes, selector = record["hashes"], record["selector"]
    assert isinstance(hashes, dict)
    assert isinstance(selector, dict)
    assert hashes["raw"] == "sha256:" + sha256(library.blob(snapshot.id)).hexdigest()
    assert hashes["text"] == "sha256:" + sha256(tokens.text.encode()).hexdigest()
    position = selector["position"]
    exact = tokens.text[position["start"] : position["end"]]
    assert exact == selector["quote"]["exact"]
    units = tokens.text.encode("utf-16-le")
    assert units[2 * position["utf16"]["start"] : 2 * position["utf16"]["end"]].decode("utf-16-le") == exact
    assert tokens.text.count(selector["quote"]["prefix"] + exact + selector["quote"]["suffix"]) == 1
    assert (record["matches"], record["snapshotId"], record["citationId"]) == (1, snapshot.id, "c-1")
    await library.close()


async def test_the_normalized_hash_sees_what_the_matcher_sees(tmp_path: Path) -> None:
    """Spaces, quotation marks and capitals make no other text; a figure or a word does."""
    first = normalized_hash(Tokens("He said “It rose by 5 metres”."))
    assert normalized_hash(Tokens('he  said\n"it rose by 5 metres" .')) == first
    assert normalized_hash(Tokens("He said “It rose by 6 metres”.")) != first
    assert normalized_hash(Tokens("He said “It rose by 5 feet”.")) != first


async def test_a_record_without_a_passage(tmp_path: Path) -> None:
    """Nothing found: no selector, and no matches."""
    library, snapshot, tokens = await kept(tmp_path, RIVER)
    record = citation_record("c-2", snapshot, tokens, normalized_hash(tokens), None, 0)
    assert "selector" not in record
    assert record["matches"] == 0
    await library.close()
