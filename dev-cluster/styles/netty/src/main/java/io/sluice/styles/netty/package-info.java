/** A client with Sluice's own upstream connections. */
@NullMarked
package io.sluice.styles.netty;

import org.jspecify.annotations.NullMarked;
