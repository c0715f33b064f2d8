/** The life of one request: from its head through filters and relay to the last byte of its answer. */
@NullMarked
package io.sluice.exchange;

import org.jspecify.annotations.NullMarked;
