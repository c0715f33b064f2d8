/** The gateway under each garbage collector of the JVM: the tail of its latency, what it costs, and how it starts. */
@NullMarked
package io.sluice.bench.compare.collectors;

import org.jspecify.annotations.NullMarked;
