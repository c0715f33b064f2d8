/** Latency and faults, by rate or on command. */
@NullMarked
package io.sluice.bench.stub.fault;

import org.jspecify.annotations.NullMarked;
