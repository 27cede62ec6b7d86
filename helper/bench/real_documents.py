"""`build.py bench --documents`: real manuals as people read them, against what Quotefound finds in them.

Runs of words are copied from a real browser's rendering of each manual's pages, and looked for in what the extractor
read from the same pages and from the manual's PDF. Each run is also altered by one word or digit, by plain string work:
none of those may be found. Time and memory stand beside those of the parser alone.

A manual's PDF is not its page printed: what it words otherwise ("see Section 2" for a link) is counted apart, told by
letters alone from what PDFium says of every page.
"""

import argparse
import ctypes
import gzip
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from quotefound.core.matching import find
from quotefound.core.tokens import Tokens
from quotefound.sources.extraction import read_document

SEED = 20261130
RUNS = 1_000
SHORTEST, LONGEST = 8, 30  # words
MOST_PAGES = 12  # of one manual's HTML
PAGES_REACH, PDF_REACH = 0.995, 0.99
BROWSER = os.environ.get("QUOTEFOUND_BROWSER", "/usr/bin/chromium")
SHOWN_MISSES = 40


@dataclass(frozen=True)
class Manual:
    """A manual as its package installs it: its pages by pattern, its PDF, its book."""

    name: str
    package: str
    pages: str
    pdf: str = ""
    epub: str = ""


R = "/usr/share/R/doc/manual"
DOC = "/usr/share/doc"
MANUALS = [
    *(
        Manual(f"R-{part}", "r-doc-html r-doc-pdf", f"{R}/R-{part}.html", f"{R}/R-{part}.pdf")
        for part in ("FAQ", "admin", "data", "exts", "intro", "ints", "lang")
    ),
    Manual("gnuplot", "gnuplot-doc", f"{DOC}/gnuplot/htmldocs/*.html", f"{DOC}/gnuplot/gnuplot.pdf"),
    Manual("valgrind", "valgrind", f"{DOC}/valgrind/html/*-manual.html", f"{DOC}/valgrind/valgrind_manual.pdf.gz"),
    Manual(
        "debian-policy", "debian-policy", f"{DOC}/debian-policy/policy.html/ch-*.html",
        f"{DOC}/debian-policy/policy.pdf.gz",
    ),
    Manual(
        "developers-reference", "developers-reference", "/usr/share/developers-reference/[bdlnprt]*.html",
        "/usr/share/developers-reference/developers-reference.pdf",
        "/usr/share/developers-reference/developers-reference.epub",
    ),
    Manual("maint-guide", "maint-guide", f"{DOC}/maint-guide/html/*.en.html", f"{DOC}/maint-guide/maint-guide.en.pdf"),
    Manual(
        "debmake-doc", "debmake-doc", f"{DOC}/debmake-doc/html/ch*.en.html", f"{DOC}/debmake-doc/debmake-doc.en.pdf",
        f"{DOC}/debmake-doc/debmake-doc.en.epub",
    ),
    Manual("octave", "octave-doc", f"{DOC}/octave/octave.html/[A-Z][a-z]*.html", f"{DOC}/octave/octave.pdf"),
    Manual("autoconf", "autoconf-doc", f"{DOC}/autoconf/autoconf.html", f"{DOC}/autoconf/autoconf.pdf.gz"),
    Manual("standards", "autoconf-doc", f"{DOC}/gnu-standards/standards.html", f"{DOC}/gnu-standards/standards.pdf.gz"),
]  # fmt: skip


@dataclass
class Count:
    """How many runs were looked for in one kind of document, and what became of them."""

    asked: int = 0
    found: int = 0
    altered_found: list[str] = field(default_factory=list)
    misses: list[str] = field(default_factory=list)
    worded_otherwise: int = 0

    def refused(self) -> int:
        """Runs that the rules say nothing of, such as code or a figure that goes on: "could not check", not missed."""
        return sum(not line.split("[")[1].startswith("not there]") for line in self.misses)

    def rate(self) -> float:
        return self.found / max(1, self.asked)

    def answered(self) -> float:
        return self.found / max(1, self.asked - self.refused())


Speed = tuple[str, str, dict[str, float], dict[str, float]]  # a document, its kind, our reading, the parser alone


def files_of(manual: Manual, choose: random.Random) -> list[Path]:
    """The manual's pages, at most MOST_PAGES of them, the long ones first."""
    found = sorted(Path("/").glob(manual.pages.lstrip("/")), key=lambda path: -path.stat().st_size)
    return sorted(choose.sample(found[: 4 * MOST_PAGES], min(MOST_PAGES, len(found))))


def content(path: Path) -> bytes:
    raw = path.read_bytes()
    return gzip.decompress(raw) if path.suffix == ".gz" else raw


def install_missing() -> None:
    """Has the system's package manager install the manuals that are not here, where it may."""
    absent = [one for one in MANUALS if not any(Path("/").glob(one.pages[1:]))]
    missing = sorted({name for one in absent for name in one.package.split()})
    if not missing:
        return
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
    if not shutil.which("apt-get") or os.geteuid() != 0:
        print(f"· manuals that are not here are left out; this would install them: sudo {' '.join(command)}")
        return
    print(f"· installing the manuals that are missing: {' '.join(command)}", flush=True)
    subprocess.run(["apt-get", "update", "-qq"], stdout=subprocess.DEVNULL)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def rendered(files: list[Path]) -> Iterator[str]:
    """What the browser shows of each page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page()
        for file in files:
            page.goto(file.as_uri(), wait_until="load")
            yield page.evaluate("document.body.innerText")
        browser.close()


def runs_of(shown: str, count: int, choose: random.Random) -> list[str]:
    """Runs of words as a reader would mark them: within one line or cell of what is shown, from a word to a word."""
    lines = [words for line in re.split(r"[\n\t]", shown) if len(words := line.split()) >= SHORTEST]
    runs: list[str] = []
    for _ in range(20 * count if lines else 0):
        line = choose.choices(lines, weights=list(map(len, lines)))[0]
        size = choose.randint(SHORTEST, min(LONGEST, len(line)))
        start = choose.randint(0, len(line) - size)
        run = line[start : start + size]
        if all(re.search(r"[^\W\d_]", word) for word in (run[0], run[-1])):
            runs.append(" ".join(run))
        if len(runs) == count:
            break
    return runs


def altered(run: str, choose: random.Random) -> str:
    """The run with one letter or digit of one of its inner words changed."""
    words = run.split()
    places = [n for n in range(1, len(words) - 1) if re.search(r"[A-Za-z0-9]", words[n])]
    at = choose.choice(places)
    signs = [n for n, sign in enumerate(words[at]) if re.match(r"[A-Za-z0-9]", sign)]
    place = choose.choice(signs)
    old = words[at][place]
    new = choose.choice([sign for sign in ("0123456789" if old.isdigit() else "aeinrstx") if sign != old.lower()])
    words[at] = words[at][:place] + new + words[at][place + 1 :]
    return " ".join(words)


LETTERS = re.compile(r"[^\w]|_")


def letters(text: str) -> str:
    """Letters and digits alone, so that no reading of lines, hyphens or signs plays a part."""
    return LETTERS.sub("", text).lower()


def said_by_pdfium(raw: bytes) -> tuple[str, str]:
    """All pages' letters by PDFium alone: with the outer lines of each page, and without."""
    from quotefound.sources.extraction import pdfium

    document = pdfium.Pages(raw)
    all_lines, inner = [], []
    for number in range(document.count):
        with document.page(number) as page:
            lines = page.text.split("\r\n") if page else []
        all_lines += lines
        inner += lines[1:] if len(lines) > 2 else lines
    document.close()
    return letters("".join(all_lines)), letters("".join(inner))


def look_for(runs: list[str], changed: list[str], text: Tokens, count: Count, name: str) -> list[str]:
    """Looks for runs in a text, and for their altered forms; returns those that were missed."""
    missed = []
    known = " ".join(text.text.split()).lower()
    for run, other in zip(runs, changed, strict=True):
        search = find(run, text)
        count.asked += 1
        if search.matches:
            count.found += 1
        else:
            missed.append(run)
            count.misses.append(f"{name} [{search.refusal or 'not there'}] {run}")
        if find(other, text).matches and " ".join(other.split()).lower() not in known:
            count.altered_found.append(f"{name} {other}")
    return missed


def measured(kind: str, path: Path) -> dict[str, float]:
    """Seconds of processor time and peak megabytes of one reading, each in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--measure", kind, str(path)], capture_output=True, text=True, check=True
    )
    taken: dict[str, float] = json.loads(done.stdout)
    return taken


def measure(kind: str, path: Path) -> None:
    """The other side of `measured`."""
    raw = content(path)
    rounds = 3
    if kind == "pdf alone":
        from quotefound.sources.extraction import pdfium

        pdfium.library()

        def work() -> None:
            bindings = pdfium.library()
            document = pdfium.Pages(raw)
            for number in range(document.count):
                page = bindings.FPDF_LoadPage(document._document, number)
                text = bindings.FPDFText_LoadPage(page)
                size = bindings.FPDFText_CountChars(text)
                buffer = (ctypes.c_ushort * (size + 1))()
                bindings.FPDFText_GetText(text, 0, size, buffer)
                bindings.FPDFText_ClosePage(text)
                bindings.FPDF_ClosePage(page)
            document.close()

        rounds = 1
    elif kind == "html alone":
        from selectolax.lexbor import LexborHTMLParser

        characters = raw.decode("utf-8", "replace")

        def work() -> None:
            LexborHTMLParser(characters)
    else:
        rounds = 1 if path.suffix != ".html" else 3

        def work() -> None:
            read_document(raw)

    import gc

    gc.disable()  # as in a worker
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    status = Path("/proc/self/status").read_text()
    peak = int(status.split("VmHWM:")[1].split()[0]) / 1024  # getrusage would count the parent before exec
    print(json.dumps({"seconds": min(times), "peak": peak}))


def main() -> int:
    asked = argparse.ArgumentParser(prog="build.py bench --documents", description=__doc__)
    asked.add_argument("--runs", type=int, default=RUNS)
    asked.add_argument("--only", default="", help="one manual's name")
    asked.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.measure:
        measure(given.measure[0], Path(given.measure[1]))
        return 0
    install_missing()
    choose = random.Random(SEED)
    here = [one for one in MANUALS if any(Path("/").glob(one.pages[1:])) and given.only in ("", one.name)]
    share = -(-given.runs // max(1, len(here)))
    counts = {"HTML": Count(), "PDF": Count(), "EPUB": Count()}
    speeds: list[Speed] = []
    for manual in here:
        files = files_of(manual, choose)
        texts: list[Tokens] = []
        runs: list[str] = []
        others: list[str] = []
        for file, shown in zip(files, rendered(files), strict=True):
            text = read_document(file.read_bytes(), media_type="text/html").text
            if text is None:
                continue
            mine = runs_of(shown, -(-share // len(files)), choose)
            theirs = [altered(run, choose) for run in mine]
            texts.append(Tokens(text.text, text.notes))
            look_for(mine, theirs, texts[-1], counts["HTML"], file.name)
            runs += mine
            others += theirs
        for kind, place in (("PDF", manual.pdf), ("EPUB", manual.epub)):
            if place and Path(place).exists():
                look_in_twin(kind, Path(place), manual, runs, others, counts[kind])
        if manual.pdf:
            pdf = Path(manual.pdf)
            speeds.append((manual.name, "PDF", measured("read", pdf), measured("pdf alone", pdf)))
        longest = max(files, key=lambda path: path.stat().st_size)
        speeds.append((longest.name, "HTML", measured("read", longest), measured("html alone", longest)))
        print(f"· {manual.name}: {len(runs)} runs of {len(files)} pages", flush=True)
    return report(counts, speeds, len(here))


def look_in_twin(kind: str, place: Path, manual: Manual, runs: list[str], others: list[str], count: Count) -> None:
    """Looks for the pages' runs in the manual's PDF or book."""
    raw = content(place)
    document = read_document(raw)
    if document.text is None:
        count.misses += [f"{manual.name} [{document.cause}] everything"]
        count.asked += len(runs)
        return
    text = Tokens(document.text.text, document.text.notes)
    fresh = Count()
    missed = look_for(runs, others, text, fresh, f"{manual.name} {kind}")
    said = said_by_pdfium(raw) if kind == "PDF" else (letters(document.text.text),) * 2
    otherwise = {run for run in missed if not any(letters(run) in one for one in said)}
    count.worded_otherwise += len(otherwise)
    count.asked += fresh.asked - sum(run in otherwise for run in missed)
    count.found += fresh.found
    count.altered_found += fresh.altered_found
    count.misses += [line for line, run in zip(fresh.misses, missed, strict=True) if run not in otherwise]


def report(counts: dict[str, Count], speeds: list[Speed], manuals: int) -> int:
    """Prints what came out; 1 when it falls short."""
    print(f"\n{manuals} manuals. Runs of {SHORTEST} to {LONGEST} words copied from the browser's rendering.\n")
    for kind, count in counts.items():
        apart = f"; {count.worded_otherwise} more are worded otherwise there" if count.worded_otherwise else ""
        print(f"{kind:5} {count.found} of {count.asked} found, {count.rate():.2%}; {count.answered():.2%} of those "
              f"that the rules do not refuse; altered runs found: {len(count.altered_found)}{apart}")  # fmt: skip
        reasons = Counter(line.split("[")[1].split("]")[0] for line in count.misses)
        for reason, times in reasons.most_common():
            print(f"      {times} × {reason}")
        for line in [*count.altered_found, *count.misses][:SHOWN_MISSES]:
            print(f"      {line[:260]}")
    print(f"\n{'':40}{'read':>10}{'parse alone':>14}{'times':>8}{'peak':>10}{'alone':>10}")
    for name, kind, mine, alone in speeds:
        as_long = mine["seconds"] / max(1e-6, alone["seconds"])
        print(f"{name + ' ' + kind:40}{mine['seconds']:8.3f} s{alone['seconds']:12.3f} s{as_long:8.1f}"
              f"{mine['peak']:7.0f} MB{alone['peak']:7.0f} MB")  # fmt: skip
    short = (
        counts["HTML"].answered() < PAGES_REACH or counts["PDF"].answered() < PDF_REACH
        or any(count.altered_found for count in counts.values())
    )  # fmt: skip
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
