"""What the gatherer reads out of saved answer pages, as a table: `python table.py PATH...` (pages, or folders of them).

One line for each page: its site, answers, quotes (as the helper finds them), citations, addresses, sources the site
hides, the time gathering took and its longest task. `--detail` adds every quote with what answers for it, and every
citation, to be held against the page; `--pictures FOLDER` keeps a picture of each page as it was read.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from gathering import gathered, open_browser, shown, timed
from quotefound.core.answers import Answer, quotes_of
from quotefound.wire import answer_from

_HEAD = ("page", "site", "answers", "quotes", "citations", "addresses", "hidden", "ms", "longest")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--detail", action="store_true", help="every quote and every citation")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep a picture of each page")
    options = parser.parse_args()
    pages = [page for path in options.paths for page in (sorted(path.rglob("*.html")) if path.is_dir() else [path])]
    width = max(len(page.name) for page in pages)
    print(_HEAD[0].ljust(width), _HEAD[1].ljust(11), *(name.rjust(9) for name in _HEAD[2:]))
    with open_browser() as browser_page:
        for source in pages:
            shown(browser_page, source)
            times = timed(browser_page)  # first: as a reader meets the page, nothing warmed up
            answers = [one["answer"] for one in gathered(browser_page, source)]
            print(_line(source, answers, times, width), flush=True)
            if options.detail:
                _tell(answers)
            if options.pictures:
                options.pictures.mkdir(parents=True, exist_ok=True)
                picture = options.pictures / f"{source.parent.name}-{source.stem}.png"
                browser_page.screenshot(path=picture, full_page=True)
    return 0


def _line(source: Path, answers: list[dict[str, Any]], times: tuple[float, float], width: int) -> str:
    citations = [citation for answer in answers for block in answer["blocks"] for citation in block["citations"]]
    addresses = {one["address"].split("#:~:")[0] for answer in answers for one in answer["sources"]}
    counts = (
        len(answers),
        sum(len(quotes_of(_as_helper(answer))) for answer in answers),
        len(citations),
        len(addresses),
        sum(citation["hidden"] for citation in citations),
    )
    site = answers[0]["site"] if answers else "-"
    figures = (*(str(count) for count in counts), *(f"{time:.0f}" for time in times))
    return " ".join((source.name.ljust(width), site.ljust(11), *(figure.rjust(9) for figure in figures)))


def _as_helper(answer: dict[str, Any]) -> Answer:
    return answer_from({"answer": answer}).answer


def _tell(answers: list[dict[str, Any]]) -> None:
    for number, answer in enumerate(answers, 1):
        print(f"  answer {number}: {len(answer['blocks'])} blocks; asked: {(answer['question'] or '-')[:90]!r}")
        for quote in quotes_of(_as_helper(answer)):
            print(
                f"    quote in {quote.block} [{quote.bound} {list(quote.sources)} +{quote.hidden}] {quote.text[:100]!r}"
            )
        for index, block in enumerate(answer["blocks"]):
            for one in block["citations"]:
                place = block["text"][max(0, one["start"] - 30) : one["start"]]
                print(f"    citation in {index} {one['sources']} +{one['hidden']} {one['label']!r} behind {place!r}")
        for index, source in enumerate(answer["sources"]):
            waits = "" if source["rendered"] else "(prose) "
            print(f"    source {index} {waits}{source['address'][:110]} {source['title'][:60]!r}")


if __name__ == "__main__":
    sys.exit(main())
