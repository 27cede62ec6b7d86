"""Addresses: what a cited one really names, and which of them may be reached.

Unwrapping is local, by a table; nothing is asked of a network. What may be reached is an own list and not the standard
library's `is_global`, which calls many inner networks global. Knows no socket: `fetching` asks here at connect time.
"""

import base64
import binascii
import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, parse_qs, unquote, urljoin, urlsplit, urlunsplit

# Wrappers in wrappers occur (a redirect in a mail filter's link); more than this is a game.
MOST_WRAPPERS = 5
LONGEST = 8_192  # characters of an address; servers refuse longer ones


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """A cited address taken out of its wrappers; `hint`: the words of its text fragment, "" without one."""

    address: str
    hint: str = ""


def unwrap(asked: str) -> Unwrapped | None:
    """Takes redirect wrappers, an assistant's tracking and a text fragment off an address; anything else stays.

    None for what may never be fetched: another scheme than http(s), a user name in it, no host, or no address at all.
    """
    address, hint = asked.strip(), ""
    for _ in range(MOST_WRAPPERS):
        parts = fetchable(address)
        if parts is None:
            return None
        before, words = text_fragment(parts.fragment)
        hint = hint or words
        parts = parts._replace(fragment=before, query=untracked(parts.query))
        inner = wrapped_in(parts)
        if inner is None:
            return Unwrapped(urlunsplit(parts), hint)
        address = inner
    return None


def fetchable(address: str) -> SplitResult | None:
    """The parts of an http(s) address with a host, a valid port and no user name; None for anything else."""
    if len(address) > LONGEST or re.search(r"[\x00-\x20\x7f\\]", address):
        return None
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not host or "@" in parts.netloc:
        return None
    return parts


def text_fragment(fragment: str) -> tuple[str, str]:
    """(the ordinary fragment, the words of its text directives); "s2:~:text=a-,be%20it" gives ("s2", "be it")."""
    before, directive, text = fragment.partition(":~:")
    if not directive:
        return fragment, ""
    runs = []
    for one in text.split("&"):
        name, _, value = one.partition("=")
        if name == "text":
            pieces = value.split(",")
            shown = [unquote(piece) for piece in pieces if not piece.endswith("-") and not piece.startswith("-")]
            runs.append(" … ".join(piece for piece in shown if piece))
    return before, " … ".join(run for run in runs if run)


# What assistants hang on the addresses that they cite. Only these go: another parameter may choose the page.
TRACKING = re.compile(
    r"utm_source=(?:chatgpt(?:\.com)?|openai(?:\.com)?|gemini|copilot(?:\.com)?|perplexity[^&]*|claude(?:\.ai)?)"
    r"|referrer=grok\.com", re.I
)  # fmt: skip


def untracked(query: str) -> str:
    """A query without an assistant's tracking; the rest as written and in order."""
    return "&".join(one for one in query.split("&") if not TRACKING.fullmatch(one))


def wrapped_in(parts: SplitResult) -> str | None:
    """The address that a redirect wrapper carries in itself; None when it is none, or none that can be undone here."""
    host = (parts.hostname or "").lower().removeprefix("www.")
    for hosts, path, undo in WRAPPERS:
        if hosts.fullmatch(host) and path.match(parts.path):
            inner = undo(parts)
            if inner and fetchable(inner) is not None:
                return inner
    return None


# Wrappers whose address only their own server knows. They are asked like any source, under the same guard.
NETWORK_WRAPPERS = tuple(
    (re.compile(hosts), re.compile(path))
    for hosts, path in (
        (r"google\.(?:[a-z]{2,3}|com?\.[a-z]{2})", r"/goto$"),
        (r"vertexaisearch\.cloud\.google\.com", r"/grounding-api-redirect/"),
        (r"t\.co|lnkd\.in|bit\.ly|tinyurl\.com|ow\.ly|buff\.ly|goo\.gl|is\.gd|apple\.news|share\.google", r"/."),
    )
)
# Where a wrapper's own page, shown instead of a redirect, names its address: a refresh, or the one link outward.
# (Bounded, so that a page made against these patterns takes no time either.)
REFRESH = re.compile(
    rb"""<meta[^>]{1,200}http-equiv=["']?refresh["']?[^>]{1,200}content=["'][^"'>]{0,40}?url=([^"'>]{1,8000})""", re.I
)
LINK = re.compile(rb"""<a\b[^>]{0,500}\bhref=["'](https?://[^"'>]{1,8000})""", re.I)
LONGEST_INTERSTITIAL = 100_000  # bytes; a page of more is a page


def needs_network(address: str) -> bool:
    """Whether an address is a wrapper that only its own server can undo."""
    parts = fetchable(address)
    if parts is None:
        return False
    host = (parts.hostname or "").lower().removeprefix("www.")
    return any(hosts.fullmatch(host) and path.match(parts.path) for hosts, path in NETWORK_WRAPPERS)


def led_to(address: str, page: bytes) -> str | None:
    """The address that a wrapper's own page leads to; None where it names none, or several."""
    if len(page) > LONGEST_INTERSTITIAL:
        return None
    if refresh := REFRESH.search(page):
        there = urljoin(address, html.unescape(refresh[1].decode(errors="replace")).strip())
        return there if fetchable(there) else None
    own = ".".join((urlsplit(address).hostname or "").split(".")[-2:])
    family = {"lnkd.in": ("lnkd.in", "linkedin.com", "licdn.com")}.get(own, (own,))
    links = {html.unescape(link.decode(errors="replace")) for link in LINK.findall(page)}
    away = {link for link in links if not stays_with(link, family)}
    return away.pop() if len(away) == 1 else None


def stays_with(link: str, family: tuple[str, ...]) -> bool:
    """Whether a link stays with the wrapper's own hosts, or cannot be fetched."""
    parts = fetchable(link)
    host = (parts.hostname or "").lower() if parts else ""
    return parts is None or any(host == own or host.endswith("." + own) for own in family)


def parameter(*names: str) -> Callable[[SplitResult], str | None]:
    """Undoes a wrapper that carries the address in a parameter."""

    def undo(parts: SplitResult) -> str | None:
        values = parse_qs(parts.query)
        return next((values[name][0] for name in names if fetchable(values.get(name, [""])[0])), None)

    return undo


def path_after(pattern: str) -> Callable[[SplitResult], str | None]:
    """Undoes a wrapper whose path goes on with host and path of the address; the query is the address's own."""

    def undo(parts: SplitResult) -> str | None:
        match = re.match(pattern, parts.path)
        rest = parts.path[match.end() :] if match else ""
        return f"https://{rest}" + (f"?{parts.query}" if parts.query else "") if rest else None

    return undo


def bing(parts: SplitResult) -> str | None:
    """`u` is "a1" and the address in base64url; some come without the "a1"."""
    value = parse_qs(parts.query).get("u", [""])[0]
    for text in (value.removeprefix("a1"), value):
        try:
            inner = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
        except (binascii.Error, UnicodeDecodeError):
            continue
        if fetchable(inner):
            return inner
    return None


def url_defense_2(parts: SplitResult) -> str | None:
    """`u` has "-" for "%" and "_" for "/"."""
    value = parse_qs(parts.query).get("u", [""])[0]
    return unquote(value.replace("-", "%").replace("_", "/")) or None


def url_defense_3(parts: SplitResult) -> str | None:
    """The address stands between "__" and "__;". One with "*" has characters taken out and stays wrapped."""
    whole = urlunsplit(parts)
    match = re.search(r"/v3/__(.+?)__;", whole)
    return match.group(1) if match and "*" not in match.group(1) else None


def yahoo(parts: SplitResult) -> str | None:
    """ "The path holds it quoted: "/RU=https%3a%2f%2f…/RK=…"."""
    match = re.search(r"/RU=([^/]+)/", parts.path)
    return unquote(match.group(1)) if match else None


# (hosts without "www.", beginning of the path, how to undo). Whole hosts, never a part of one.
WRAPPERS: tuple[tuple[re.Pattern[str], re.Pattern[str], Callable[[SplitResult], str | None]], ...] = tuple(
    (re.compile(hosts), re.compile(path), undo)
    for hosts, path, undo in (
        (r"google\.(?:[a-z]{2,3}|com?\.[a-z]{2})", r"/url$", parameter("q", "url")),
        (r"google\.(?:[a-z]{2,3}|com?\.[a-z]{2})", r"/amp/s/", path_after(r"/amp/s/")),
        (r"(?:[\w-]+\.)?cdn\.ampproject\.org", r"/[cv]/s/", path_after(r"/[cv]/s/")),
        (r"bing\.com", r"/ck/a$", bing),
        (r"l\.meta\.ai|(?:l|lm)\.facebook\.com|l\.instagram\.com|l\.messenger\.com", r"/", parameter("u")),
        (r"l\.meta\.ai", r"$", parameter("u")),
        (r"facebook\.com", r"/l\.php$", parameter("u")),
        (r"duckduckgo\.com", r"/l/?$", parameter("uddg")),
        (r"[\w-]+\.safelinks\.protection\.outlook\.com", r"", parameter("url")),
        (r"urldefense\.proofpoint\.com", r"/v2/url$", url_defense_2),
        (r"urldefense\.(?:com|proofpoint\.com|us)", r"/v3/", url_defense_3),
        (r"linkedin\.com", r"/(?:safety/go|redir/redirect)/?$", parameter("url")),
        (r"youtube\.com", r"/redirect$", parameter("q")),
        (r"r\.search\.yahoo\.com", r"/", yahoo),
    )
)

REFUSED_4 = tuple(
    IPv4Network(net)
    for net in (
        "0.0.0.0/8",  # this host
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",  # private
        "100.64.0.0/10",  # shared by a provider's customers; a cloud's metadata too
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # a cloud's host
        "169.254.0.0/16",  # link-local, metadata
        "192.0.0.0/24", "192.88.99.0/24",  # protocol assignments, old 6to4 relays
        "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",  # examples, benchmarks
        "224.0.0.0/4", "240.0.0.0/4",  # multicast, reserved, broadcast
    )
)  # fmt: skip
GLOBAL_6 = IPv6Network("2000::/3")  # all that is given out
REFUSED_6 = tuple(
    IPv6Network(net)
    for net in (
        "2001::/23",  # protocol assignments, Teredo among them
        "2001:db8::/32", "3fff::/20",  # examples
    )
)  # fmt: skip
NAT64 = IPv6Network("64:ff9b::/96")
SIX_TO_FOUR = IPv6Network("2002::/16")


def may_reach(literal: str) -> bool:
    """Whether an IP address, as a literal, lies in the public internet. False for what is no literal."""
    try:
        address = ip_address(literal.partition("%")[0])
    except ValueError:
        return False
    return not any(address in net for net in REFUSED_4) if isinstance(address, IPv4Address) else may_reach_6(address)


def may_reach_6(address: IPv6Address) -> bool:
    """IPv6 addresses that carry an IPv4 address are judged by that: networks without IPv4 reach the old web so."""
    if address.ipv4_mapped is not None:
        return may_reach(str(address.ipv4_mapped))
    if address in NAT64:
        return may_reach(str(IPv4Address(int(address) & 0xFFFFFFFF)))
    if address in SIX_TO_FOUR:
        return may_reach(str(IPv4Address(int(address) >> 80 & 0xFFFFFFFF)))
    return address in GLOBAL_6 and not any(address in net for net in REFUSED_6)
