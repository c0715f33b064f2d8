/** What filters look at again and again while the gateway runs: files, and clusters. */
@NullMarked
package io.sluice.filters.watch;

import org.jspecify.annotations.NullMarked;
