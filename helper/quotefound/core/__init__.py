"""Pure: values in, values out. Nothing here knows a clock, a file, a network or an environment."""
