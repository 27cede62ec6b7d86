"""Broken markup is read as a browser reads it: the same words in the same order, parted alike, as its innerText."""

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import sync_playwright

from quotefound.sources.extraction.html import read_html

BROKEN = [
    "<p>one<p>two<div>three</p>four</div>",
    "<b>bold<i>both</b>italic</i>plain",
    "<p><b>one<p>two</b>three",
    "<table><tr><td>a<td>b<tr><td>c</table>d",
    "<table>stray<tr><td>cell</td></tr></table>",
    "<table><p>para<tr><td>cell</table>",
    "<table><tr><td><table><tr><td>inner</table>outer</table>",
    "<ul><li>one<li>two<ul><li>deep</ul><li>three</ul>",
    "<li>alone<dd>term<dt>more",
    "<select><option>a<option>b</select>after",
    "<a href=x>one<a href=y>two</a>three",
    "<p>a</html>b<p>c",
    "a</body></html><p>b",
    "<div>one</span>two</div>",
    "<p>x</p/>y",
    "text<!-- comment -- >still --> after",
    "text<!-->after<!--->more",
    "<!doctype html><p>a<![CDATA[cdata]]>b",
    "<p>a<?php echo 1 ?>b",
    "a &amp b &lt c &copy d &notit; e &#65; &#x42 f",
    "a &unknown; b &#0; c &#128; d &#xD800; e",
    '<p title="a>b">c</p><p title=\'unclosed>d</p>e',
    "<div class=x class=y id=>text</div>",
    "<h1>one<h2>two</h1>three",
    "<button>one<button>two</button>three",
    "<form>a<form>b</form>c</form>d",
    "<pre>\nfirst\n  second</pre><pre>\n\nthird</pre>",
    "<textarea><b>x</textarea>after",
    "<title>t</title>body<title>late</title>",
    "<script>var a = '<p>no</p>'</script>yes",
    "<script>if (a </b) {} </script>yes",
    "<style>p{}</style>yes<style>b",
    "<noscript><p>no</noscript>yes",
    "<NOSCRIPT><div><img alt=no><b>no</NOSCRIPT>yes<p>more",
    "<script>var a = '<noscript>'</script>yes<p>more<noscript>no</noscript>",
    "<svg><p>out of svg</svg>after",
    "<svg><text>drawn</text><title>tip</title></svg>after",
    "<math><mi>x</mi><p>out</math>after",
    "<frameset><frame></frameset>words",
    "<iframe>inside</iframe>after",
    "<template>no</template>yes",
    "<plaintext>a<b>c</plaintext>d",
    "a<br>b</br>c<br/>d",
    "a<hr>b<img>c<wbr>d<input>e",
    "<p>a</p>b</p>c",
    "<center>a<nobr>b<nobr>c</center>d",
    "<details><summary>sum</summary>rest</details>",
    "<div hidden>no</div><p style='display:none'>no<p>yes",
    "<p>a\0b</p><p>c",
    "<b><b><b><b>x</b>y",
    "<ruby>kan<rt>ji</ruby>a",
    "<caption>cap<tr>row<td>cell",
    "<<p>a<3 b < c<d",
    "<x-y>one</x-y>two<unknown>three<p>four</unknown>five",
]
# What is read otherwise on purpose, and how: a ruby's readings and what a form offers are no text of the page, the rest
# of details is one click away, a control's label is a block of its own, a formula's letters are letters.
ON_PURPOSE = {
    "<ruby>kan<rt>ji</ruby>a": "kana",
    "<details><summary>sum</summary>rest</details>": "sum\n\nrest",
    "<select><option>a<option>b</select>after": "after",
    "<button>one<button>two</button>three": "one\n\ntwo\n\nthree",
    "<math><mi>x</mi><p>out</math>after": "x\n\noutafter",
    "a<hr>b<img>c<wbr>d<input>e": "a\n\nbcd e",
}


@pytest.fixture(scope="module")
def shown() -> Iterator[Callable[[str], str]]:
    path = os.environ.get("QUOTEFOUND_BROWSER") or shutil.which("chromium") or ""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()

        def inner_text(markup: str) -> str:
            page.set_content(markup)
            text: str = page.evaluate("document.body ? document.body.innerText : ''")
            return text

        yield inner_text
        browser.close()


def test_there_are_enough() -> None:
    assert len(set(BROKEN)) >= 50


@pytest.mark.parametrize("markup", [markup for markup in BROKEN if markup not in ON_PURPOSE])
def test_as_a_browser(markup: str, shown: Callable[[str], str]) -> None:
    assert shown(markup).split() == read_html(markup).text.text.split()


@pytest.mark.parametrize("markup", ON_PURPOSE)
def test_what_differs_on_purpose(markup: str) -> None:
    assert read_html(markup).text.text == ON_PURPOSE[markup]
