/**
 * Runs plugins in tests as the gateway runs them: {@link io.sluice.testkit.FilterHarness} for whole exchanges, {@link
 * io.sluice.testkit.RouterHarness} for the groups of bulks, {@link
 * io.sluice.testkit.TestContext} for what the host lends. Needs no test framework; what is wrong is an AssertionError. Packed as
 * gateway-core's classifier {@code testkit}.
 */
@NullMarked
package io.sluice.testkit;

import org.jspecify.annotations.NullMarked;
