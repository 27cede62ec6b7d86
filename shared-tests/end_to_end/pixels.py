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
# Ink covers some of a highlight's ground: of a line about a fifth, of a single small digit more than half.
LEAST_SHARE = 0.25

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
    """Whether the coloured pixels all lie in the boxes, and fill each of them but for its ink."""
    return not outside(boxes, runs) and all(
        filled(box, runs) >= LEAST_SHARE * box["width"] * box["height"] for box in boxes if box["width"] > EDGE
    )


def outside(boxes: list[Box], runs: list[Run]) -> list[Run]:
    """The runs of which a pixel lies more than EDGE away from every box."""
    astray = []
    for x, y, length in runs:
        reached = float(x)
        for box in sorted(boxes, key=lambda box: box["x"]):
            in_line = box["y"] - EDGE <= y <= box["y"] + box["height"] + EDGE
            if in_line and box["x"] - EDGE <= reached:
                reached = max(reached, box["x"] + box["width"] + EDGE)
        if reached < x + length:
            astray.append((x, y, length))
    return astray


def filled(box: Box, runs: list[Run]) -> float:
    """How many coloured pixels lie in the box."""
    rows = (run for run in runs if box["y"] <= run[1] <= box["y"] + box["height"])
    return sum(max(0.0, min(x + n, box["x"] + box["width"]) - max(x, box["x"])) for x, _, n in rows)
