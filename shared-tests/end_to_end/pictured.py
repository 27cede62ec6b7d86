"""Pages for pictures of what neither the sample nor the lease shows: a check that is under way, citations that the site
hides beside long names and addresses, sites that nobody has tried or that have changed, and an answer in Arabic."""

import asyncio
import contextlib
from collections.abc import Iterator

from aiohttp import web

from pages import Handler, Site, page, serving

OWN_CITATIONS = '<meta name="quotefound" content="own-citations">'
DRESS = """<meta name="color-scheme" content="light dark"><style>
body { font: 17px/1.7 system-ui, sans-serif; max-width: 42em; margin: 3em auto 30em; padding: 0 1em }
sup a, [data-testid] { font-size: .75em; padding-inline: .1em }</style>"""
LOG = """<!doctype html><html lang="en"><title>The log of the Maren</title><article><p>The ferry leaves at nine.
In winter it leaves at ten, and dogs travel free of charge.</p></article></html>"""
RUNNING = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>The ferry</title>
{OWN_CITATIONS}{DRESS}<article>
<p>The log says “The ferry leaves at nine”.<sup><a href="{{source}}/log.html">[1]</a></sup></p>
<p>The council says “Nobody has asked for a second ferry”.<sup><a href="{{slow}}/council.html">[2]</a></sup></p>
<p>The harbour says “The quay was lengthened by two metres”.<sup><a href="{{slow}}/quay.html">[3]</a></sup></p>
</article></html>"""
RULING = "/amtliche-bekanntmachungen/2026/straßenverkehrszulassungsverordnungsänderungen/neunzehnte-aenderung.html"
TRAIL = "/redirect?campaign=answer-11&session=7c1f5e0d2b9a4e6f8a3d&utm_source=assistant&return=https%3A%2F%2Fa.example"
HIDING = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Freight on the ferry</title>
{OWN_CITATIONS}{DRESS}
<main><div data-app-action-timeline-scroll><div data-turn-key="t1">
<div data-content-search-unit-key="unit:9:user"><div data-user-message-bubble>What may a lorry weigh?</div></div>
<div data-content-search-unit-key="unit:9:assistant"><div data-markdown-text-style="assistant-message">
<p>The ruling allows “Lastkraftwagen bis vierzig Tonnen auf dem Unterdeck” <a data-testid="chatgpt-citation"
href="{{source}}{RULING}"><span>Donaudampfschifffahrtsgesellschaft</span><span>+3</span></a> and the line adds that
“heavier lorries wait for the evening” <a data-testid="chatgpt-citation"><span>Line</span><span>+1</span></a>.</p>
<p>A <a href="{{source}}{TRAIL}">driver’s handbook</a> puts it so: “Ask the second mate and not the first”.</p></div>
</div><button>Copy response</button></div></div></main></html>"""
DECREE = """<!doctype html><html lang="de"><article><p>Zugelassen sind Lastkraftwagen bis vierzig Tonnen auf dem
Unterdeck. Das Nähere regelt die Donaudampfschifffahrtsgesellschaftskapitänsdienstanweisung.</p></article></html>"""
ANSWERED = "<p>A long paragraph that is plainly an answer, as a reader sees at once and a program does not.</p>" * 6
UNPROVED, CHANGED, EMPTY = "grok.com", "/c/12345678-changed", "/c/12345678-nothing"
UNTRIED = {
    CHANGED: f"<!doctype html><html lang='en'><title>A chat</title>{DRESS}<main>{ANSWERED}</main>",
    EMPTY: f"<!doctype html><html lang='en'><title>A chat</title>{DRESS}<main><h1>New chat</h1></main>",
}
RIGHT_TO_LEFT = """<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>إجابة</title>
<meta name="quotefound" content="own-citations">
<style>body { font: 20px/1.9 serif; max-width: 40em; margin: 3em auto 30em; padding: 0 1em }</style><article>
<p>يقول الجدول: «تغادر العبّارة في الساعة التاسعة صباحا»<sup><a href="{source}/ar.html">[1]</a></sup> ويضيف أن
«الكلاب تسافر مجانا في أيام الأحد فقط».<sup><a href="{source}/ar.html">[1]</a></sup></p>
<p>تغادر العبّارة 14 مرة في الأسبوع.<sup><a href="{source}/ar.html">[1]</a></sup></p></article></html>"""
ARABIC = """<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>جدول العبّارات</title><article>
<p>تغادر العبّارة في الساعة التاسعة صباحا. الكلاب تسافر مجانا في أيام السبت فقط.</p>
<p>تغادر العبّارة 12 مرة في الأسبوع.</p></article></html>"""


async def never(request: web.BaseRequest) -> web.StreamResponse:
    """Begins its answer and does not come to its end while pictures are taken."""
    reply = web.StreamResponse(headers={"Content-Type": "text/html"})
    await reply.prepare(request)
    await reply.write(b"<!doctype html><p>The council met at ")
    await asyncio.sleep(60)
    return reply


@contextlib.contextmanager
def pictured() -> Iterator[tuple[Site, list[str]]]:
    """Answers, each at its name, and the hosts of their sources: a host is asked for one page at a time."""
    slowly: dict[str, Handler] = {"/council.html": never, "/quay.html": never}
    with (
        serving({"/log.html": page(LOG), "/ar.html": page(ARABIC), RULING: page(DECREE)}) as source,
        serving(slowly) as slow,
    ):
        answers = {"/running": RUNNING, "/hiding": HIDING, "/arabic": RIGHT_TO_LEFT}
        placed = {
            path: text.replace("{source}", source.address).replace("{slow}", slow.address)
            for path, text in answers.items()
        }
        with serving({path: page(text) for path, text in placed.items()}) as answer:
            yield answer, [source.host_and_port, slow.host_and_port]


@contextlib.contextmanager
def untried() -> Iterator[Site]:
    with serving({path: page(text) for path, text in UNTRIED.items()}) as site:
        yield site
