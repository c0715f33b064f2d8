/** Calls to a cluster by commands that run beside the gateway. */
@NullMarked
package io.sluice.index.call;

import org.jspecify.annotations.NullMarked;
