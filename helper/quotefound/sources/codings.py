"""Undoing what a server did to a body before it sent it: gzip and deflate, also one on the other, piece by piece.

Works in bounded pieces, so that a bomb is counted as it swells and never stands in memory whole. Knows no network.
"""

import zlib
from collections.abc import Iterator

CODINGS = ("gzip", "deflate")  # what is asked for
MOST_LAYERS = 3  # two occur (a server's and a proxy's); more is a bomb
PIECE_BYTES = 256 * 1024
GZIP_OR_ZLIB = zlib.MAX_WBITS | 32


class Undecodable(ValueError):  # noqa: N818 - says what the bytes are
    """A coding that is not known, or bytes that are not of it."""


class Layer:
    """One coding being undone."""

    def __init__(self, name: str) -> None:
        self._name, self._inside = name, zlib.decompressobj(GZIP_OR_ZLIB)
        self._begun = False

    @property
    def ended(self) -> bool:
        """Whether the coding's own end has been reached; a stream that stops before was cut off."""
        return self._inside.eof or not self._begun

    def undone(self, data: bytes) -> Iterator[bytes]:
        """The bytes inside, in pieces of at most PIECE_BYTES. Raises Undecodable."""
        while data:
            if self._inside.eof:  # several members one after the other are one body
                self._inside = zlib.decompressobj(GZIP_OR_ZLIB)
            try:
                piece = self._inside.decompress(data, PIECE_BYTES)
            except zlib.error as trouble:
                if self._begun or self._name != "deflate":
                    raise Undecodable(str(trouble)) from trouble
                piece = self._raw(data)  # "deflate" without its frame, as old servers send it
            self._begun = True
            if piece:
                yield piece
            data = self._inside.unconsumed_tail or self._inside.unused_data

    def _raw(self, data: bytes) -> bytes:
        self._inside = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            return self._inside.decompress(data, PIECE_BYTES)
        except zlib.error as trouble:
            raise Undecodable(str(trouble)) from trouble


class Unpacking:
    """A body whose codings are undone as it comes. Raises Undecodable for codings that are not known."""

    def __init__(self, content_encoding: str) -> None:
        names = [name.strip().lower().removeprefix("x-") for name in content_encoding.split(",")]
        names = [name for name in names if name not in ("", "identity")]
        if len(names) > MOST_LAYERS or any(name not in CODINGS for name in names):
            raise Undecodable(content_encoding)
        self._layers = [Layer(name) for name in names]

    @property
    def ended(self) -> bool:
        """Whether every coding has reached its own end."""
        return all(layer.ended for layer in self._layers)

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """What a piece of the body holds, in pieces."""
        return self._through(data, len(self._layers) - 1)

    def _through(self, data: bytes, layer: int) -> Iterator[bytes]:
        if layer < 0:
            yield data
            return
        for piece in self._layers[layer].undone(data):  # the last coding named was put on last
            yield from self._through(piece, layer - 1)
