"""Edges: whether a passage supports a claim, contradicts it or does neither, as a model on this machine reads it."""
