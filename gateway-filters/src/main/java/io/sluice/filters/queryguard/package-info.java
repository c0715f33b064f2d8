/** The filter {@code query-guard}: keeps searches from hurting the cluster. */
@NullMarked
package io.sluice.filters.queryguard;

import org.jspecify.annotations.NullMarked;
