/** The filter {@code route-to}: chooses the cluster. */
@NullMarked
package io.sluice.filters.routeto;

import org.jspecify.annotations.NullMarked;
