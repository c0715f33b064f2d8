/** Meters of the gateway. The registry comes by constructor; nothing here is static state. */
@NullMarked
package io.sluice.metrics;

import org.jspecify.annotations.NullMarked;
