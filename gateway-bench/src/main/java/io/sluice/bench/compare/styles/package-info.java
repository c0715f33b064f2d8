/** Client styles that do the same work, straight to a real node and through the gateway: transport, REST, typed, raw JSON. */
@NullMarked
package io.sluice.bench.compare.styles;

import org.jspecify.annotations.NullMarked;
