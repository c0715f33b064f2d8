/** Benchmarks on JMH: the base they share, how they are run, and how two runs are compared. */
@NullMarked
package io.sluice.bench.jmh;

import org.jspecify.annotations.NullMarked;
