/** Compares ways for the same searches to a real cluster, by latency at a constant rate. */
@NullMarked
package io.sluice.bench.searches;

import org.jspecify.annotations.NullMarked;
