"""Which pixels of a picture have a colour, compared with where they are expected. The browser decodes the picture."""

import base64
from typing import TypedDict

from playwright.sync_api import Page


class Box(TypedDict):
    """A rectangle in pixels of the window."""

    x: float
    y: float
    width: float
    height: float


# A line box may be a little taller than the highlight, and a box's edges fall between pixels.
EDGE = 3.0
# Ink covers some of a highlight's ground: letters take about a fifth of it.
LEAST_SHARE = 0.5

RUNS = """async ([encoded, [red, green, blue]]) => {
  const bytes = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  const runs = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0, start = -1; x <= width; x++) {
      const at = 4 * (y * width + x);
      const same = x < width && data[at] === red && data[at + 1] === green && data[at + 2] === blue;
      if (same && start < 0) start = x;
      if (!same && start >= 0) { runs.push([start, y, x - start]); start = -1; }
    }
  }
  return runs;
}"""

Run = tuple[int, int, int]  # x and y of its first pixel, and how many follow in that row


def coloured(page: Page, picture: bytes, colour: tuple[int, int, int]) -> list[Run]:
    """The runs of pixels of exactly this colour."""
    runs: list[list[int]] = page.evaluate(RUNS, [base64.b64encode(picture).decode(), colour])
    return [(x, y, length) for x, y, length in runs]


def covers(boxes: list[Box], runs: list[Run]) -> bool:
    """Whether the coloured pixels lie in the boxes, and fill each of them but for its ink."""
    for x, y, length in runs:
        if not any(
            box["y"] - EDGE <= y <= box["y"] + box["height"] + EDGE
            and box["x"] - EDGE <= x
            and x + length <= box["x"] + box["width"] + EDGE
            for box in merged(boxes)
        ):
            return False
    return all(filled(box, runs) >= LEAST_SHARE * box["width"] * box["height"] for box in boxes if box["width"] > EDGE)


def merged(boxes: list[Box]) -> list[Box]:
    """Boxes of one line as one: a line broken by an element gives several that touch."""
    lines: list[Box] = []
    for box in sorted(boxes, key=lambda box: (round(box["y"] + box["height"] / 2) // 12, box["x"])):
        last = lines[-1] if lines else None
        middle = box["y"] + box["height"] / 2
        if last and last["y"] <= middle <= last["y"] + last["height"]:
            right = max(last["x"] + last["width"], box["x"] + box["width"])
            last["x"] = min(last["x"], box["x"])
            last["width"] = right - last["x"]
        else:
            lines.append(Box(x=box["x"], y=box["y"], width=box["width"], height=box["height"]))
    return lines


def filled(box: Box, runs: list[Run]) -> float:
    """How many coloured pixels lie in the box."""
    rows = (run for run in runs if box["y"] <= run[1] <= box["y"] + box["height"])
    return sum(max(0.0, min(x + n, box["x"] + box["width"]) - max(x, box["x"])) for x, _, n in rows)
