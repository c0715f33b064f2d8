/** The predicate over requests that filters share. */
@NullMarked
package io.sluice.filters.match;

import org.jspecify.annotations.NullMarked;
