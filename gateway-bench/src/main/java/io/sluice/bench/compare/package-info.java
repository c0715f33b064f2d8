/** Comparisons for architecture meetings: what they have in common. */
@NullMarked
package io.sluice.bench.compare;

import org.jspecify.annotations.NullMarked;
