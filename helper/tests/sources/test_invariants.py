"""What holds for every document, however broken: the conventions of a Text, and its form going there and back."""

from hypothesis import given
from hypothesis import strategies as st

from quotefound.core.text import KINDS, ZONES, Text
from quotefound.sources.extraction import read_document
from quotefound.sources.text_form import from_json, to_json

TAGS = [
    *(
        "p",
        "div",
        "span",
        "b",
        "sup",
        "sub",
        "br",
        "pre",
        "ul",
        "li",
        "table",
        "tr",
        "td",
        "caption",
        "h1",
        "h2",
        "nav",
    ),
    *(
        "blockquote",
        "del",
        "ruby",
        "rt",
        "math",
        "msup",
        "mfrac",
        "mn",
        "svg",
        "text",
        "title",
        "select",
        "option",
        "hr",
    ),
    *(
        "noscript",
        "details",
        "summary",
        "dialog",
        "template",
        "a",
        "code",
        "footer",
        "textarea",
        "style",
        "script",
        "xmp",
    ),
]
ATTRIBUTES = [
    *(
        "",
        " hidden",
        ' class="references"',
        ' class="reference"',
        ' style="display:none"',
        ' href="#n1"',
        ' role="menu"',
    ),
    *(' id="comments"', ' class="x"', ' style="display:block"', " open", ' lang="de"'),
]
WORDS = [
    "word",
    " ",
    "\n",
    "\n\n",
    "\t",
    "1",
    "[2]",
    "₂",
    "²",
    "\u00a0",
    "é",
    "日本",
    "&amp;",
    "&#0;",
    "\0",
    "<",
    "🤔",
    "-\n",
]

LEAVES = [
    *WORDS,
    *WORDS,
    "<sup>[4]</sup>",
    '<sup><a href="#n">1</a></sup>',
    "<pre>a\n\n\nb</pre>",
    "<style>.x{display:none}</style>",
]


def element(tag: str, attribute: str, content: list[str], closed: bool) -> str:
    return f"<{tag}{attribute}>{''.join(content)}" + (f"</{tag}>" if closed else "")


leaf = st.one_of(
    st.sampled_from(LEAVES),
    st.sampled_from(LEAVES),
    st.text(max_size=4),
    st.builds("</{}>".format, st.sampled_from(TAGS)),
)
tree = st.recursive(
    leaf,
    lambda inner: st.builds(
        element,
        st.sampled_from(TAGS),
        st.sampled_from(ATTRIBUTES),
        st.lists(inner, max_size=6),
        st.sampled_from([True, True, False]),
    ),
    max_leaves=30,
)
soup = st.lists(tree, min_size=1, max_size=5).map("".join)


def check(text: Text) -> None:
    slices = [text.text[block.start : block.end] for block in text.blocks]
    assert text.text == "\n\n".join(slices)
    for one, block in zip(slices, text.blocks, strict=True):
        assert one.strip()
        assert "\n\n" not in one
        assert "\0" not in one
        assert block.kind in KINDS
        assert block.zone in ZONES
    assert list(text.notes) == sorted(text.notes)
    for start, end in text.notes:
        assert any(block.start <= start < end <= block.end for block in text.blocks)
    assert all(where and words for where, words in text.hidden)
    assert from_json(to_json(text)) == text


@given(soup)
def test_html(markup: str) -> None:
    text = read_document(markup.encode("utf-8", "replace"), media_type="text/html; charset=utf-8").text
    if text is not None:
        check(text)


@given(
    st.lists(st.one_of(st.sampled_from([*WORDS, "\f", "- ", "1. ", "# ", "\r\n"]), st.text(max_size=4)), max_size=40)
)
def test_plain(pieces: list[str]) -> None:
    text = read_document("".join(pieces).encode("utf-8", "replace"), media_type="text/plain; charset=utf-8").text
    if text is not None:
        check(text)


@given(st.binary(max_size=200), st.sampled_from(["", "text/html", "text/plain", "text/html; charset=euc-jp"]))
def test_any_bytes(raw: bytes, header: str) -> None:
    got = read_document(raw, media_type=header)
    assert (got.text is not None) or got.cause
