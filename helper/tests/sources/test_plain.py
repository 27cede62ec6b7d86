"""Plain text and Markdown: blocks at empty lines and bullets, lines kept."""

import pytest

from quotefound.sources.extraction.plain import read_plain


@pytest.mark.parametrize(
    ("characters", "blocks"),
    [
        ("one\ntwo\n\nthree", ["one\ntwo", "three"]),
        ("one\r\ntwo\r\n \t\r\n\r\nthree\r\n", ["one\ntwo", "three"]),
        ("one\n\u00a0\ntwo\n\x0b\u2003\nthree", ["one", "two", "three"]),
        ("an image cap-\ntion", ["an image cap-\ntion"]),
        ("page one\n\fpage two", ["page one\npage two"]),
        ("a\n\n\fb", ["a", "b"]),
        ("- one\n  more\n- two\n* three\n• four", ["- one\n  more", "- two", "* three", "• four"]),
        ("1. one\n2. two", ["1. one", "2. two"]),
        ("founded in\n12. May", ["founded in\n12. May"]),
        ("a level of\n- 5 degrees", ["a level of\n- 5 degrees"]),
        ("# Title\ntext", ["# Title", "text"]),
        ("R\n\nealized by", ["Realized by"]),
        ("A\n\nman", ["A", "man"]),
        ("human nature, but\n46 THE ETHICS OF X\nbear all", ["human nature, but\nbear all"]),
        ("the end.\n46 THE ETHICS OF X\nBear all", ["the end.\n46 THE ETHICS OF X\nBear all"]),
        ("F¨ur den Vater, Ma˜nana, it´s at /˜andrew, ¨q", ["Für den Vater, Mañana, it´s at /˜andrew, ¨q"]),
        ("", []),
        (" \n\f\n ", []),
    ],
)
def test_blocks(characters: str, blocks: list[str]) -> None:
    text = read_plain(characters)
    assert blocks == [text.text[block.start : block.end] for block in text.blocks]
    assert text.text == "\n\n".join(blocks)


def test_marks_and_heads_are_kept_apart() -> None:
    text = read_plain("in patients [12], or [3–5], not [0-9].\n\ntrue, but\n46 THE ETHICS OF X\nbear")
    assert [text.text[start:end] for start, end in text.notes] == ["[12]", "[3–5]"]
    assert text.hidden == (("running head", "46 THE ETHICS OF X"),)


def test_kinds() -> None:
    assert [block.kind for block in read_plain("# a\n\nb\n\n- c").blocks] == ["heading", "paragraph", "item"]
