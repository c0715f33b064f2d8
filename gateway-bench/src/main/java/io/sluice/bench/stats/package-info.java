/** Statistics of repeated measurements. */
@NullMarked
package io.sluice.bench.stats;

import org.jspecify.annotations.NullMarked;
