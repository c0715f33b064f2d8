/** A long run of clients that remember what was acknowledged, while a script restarts gateways and nodes around them. */
@NullMarked
package io.sluice.bench.soak;

import org.jspecify.annotations.NullMarked;
