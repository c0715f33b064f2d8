/** The filter {@code upstream-credentials}: what a request shows its cluster, by who asks. */
@NullMarked
package io.sluice.filters.upstreamcredentials;

import org.jspecify.annotations.NullMarked;
