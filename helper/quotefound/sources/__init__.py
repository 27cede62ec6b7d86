"""The edge where bytes come in: addresses are judged, fetched, kept and read. Decides nothing about quotes."""
