package io.sluice.bench.compare.styles;

/** One style on one way, whatever the load. */
record Lane(Way way, Style style) {}
