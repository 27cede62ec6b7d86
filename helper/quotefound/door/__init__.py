"""The door: the one HTTP server on this machine's loopback, who may call it, and what callers can ask after."""
