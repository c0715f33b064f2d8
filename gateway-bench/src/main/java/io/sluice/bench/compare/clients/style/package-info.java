/** The same search written and its answer read in four ways. */
@NullMarked
package io.sluice.bench.compare.clients.style;

import org.jspecify.annotations.NullMarked;
