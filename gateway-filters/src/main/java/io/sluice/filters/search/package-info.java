/** How searches are read, for the filters that judge them. */
@NullMarked
package io.sluice.filters.search;

import org.jspecify.annotations.NullMarked;
