/** Requests made ready to send before they are needed. */
@NullMarked
package io.sluice.bench.load.request;

import org.jspecify.annotations.NullMarked;
