/**
 * Runs plugins in tests as the gateway runs them: {@link io.sluice.testkit.FilterHarness} for whole exchanges,
 * {@link io.sluice.testkit.RouterHarness} for the groups of bulks, {@link io.sluice.testkit.TestContext} for what the host lends.
 * Needs no test framework; a fault is reported as an {@link AssertionError}.
 */
@NullMarked
package io.sluice.testkit;

import org.jspecify.annotations.NullMarked;
