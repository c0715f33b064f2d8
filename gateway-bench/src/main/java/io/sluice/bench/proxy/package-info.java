/** Processes compared: each driven in turn, its CPU time read from the system. */
@NullMarked
package io.sluice.bench.proxy;

import org.jspecify.annotations.NullMarked;
