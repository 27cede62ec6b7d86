"""Bytes to characters, in the order browsers follow."""

import pytest

from quotefound.sources.extraction.encoding import decode

GERMAN = "Grüße aus Köln – „schön“"


@pytest.mark.parametrize(
    ("raw", "content_type", "by", "text"),
    [
        (b"\xef\xbb\xbf" + GERMAN.encode(), "text/html; charset=iso-8859-1", "mark", GERMAN),
        (b"\xff\xfe" + GERMAN.encode("utf-16-le"), "", "mark", GERMAN),
        (GERMAN.encode("cp1252"), "text/html; charset=ISO-8859-1", "header", GERMAN),
        (
            b'<meta charset="windows-1252">' + GERMAN.encode("cp1252"),
            "",
            "meta",
            '<meta charset="windows-1252">' + GERMAN,
        ),
        ("日本語".encode("shift_jis"), 'text/html; charset="Shift_JIS"', "header", "日本語"),
        ("汉字".encode("gb18030"), "text/html; charset=gb2312", "header", "汉字"),
        (GERMAN.encode(), "", "contents", GERMAN),
        (GERMAN.encode(), "text/html; charset=no-such-thing", "contents", GERMAN),
        (b"\x81 \x93x\x94", "text/html; charset=latin1", "header", "\x81 “x”"),
        (b"plain", "", "contents", "plain"),
    ],
)
def test_order(raw: bytes, content_type: str, by: str, text: str) -> None:
    got = decode(raw, content_type=content_type)
    assert (text, by) == (got.text, got.by)


@pytest.mark.parametrize("label", ["utf-7", "idna", "unicode_escape", "undefined", "rot13", "utf-32", "hex", "\0x"])
def test_codecs_that_no_browser_knows_are_not_used(label: str) -> None:
    assert decode(b"+AGE- plain", content_type=f"text/html; charset={label}").text == "+AGE- plain"


def test_a_declaration_past_the_first_kilobyte_is_not_seen() -> None:
    raw = b" " * 1024 + b'<meta charset="koi8-r">' + "слово".encode()
    assert decode(raw).by == "contents"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Der Prüfbericht über die Brücke wurde für gültig erklärt. ", "cp1252"),
        ("Le café était très bon, à côté de l’école. ", "cp1252"),
        ("Привет, мир. Это проверка кодировки. ", "cp1251"),
        ("Привет, мир. Это проверка кодировки. ", "koi8_r"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy. ", "cp1250"),
        ("これは日本語の文章です。文字コードを調べます。", "cp932"),
        ("这是一个中文句子，用来测试编码。", "gb18030"),
        ("이것은 한국어 문장입니다. 인코딩을 시험합니다.", "cp949"),
        ("Αυτό είναι ένα ελληνικό κείμενο. ", "cp1253"),
    ],
)
def test_wrong_declaration_is_guessed_again(text: str, encoding: str) -> None:
    got = decode((text * 10).encode(encoding), content_type="text/html; charset=utf-8")
    assert (text * 10, "guess") == (got.text, got.by)


def test_one_slip_in_a_long_page_stays_one_slip() -> None:
    raw = ("Größe " * 500).encode() + b"\xff"
    got = decode(raw, content_type="text/html; charset=utf-8")
    assert got.encoding == "utf-8"
    assert got.text.count("�") == 1


def test_a_character_cut_through_at_the_end_is_no_damage() -> None:
    raw = ("ü" * 10).encode()[:-1]
    assert decode(raw, truncated=True).text == "ü" * 9
