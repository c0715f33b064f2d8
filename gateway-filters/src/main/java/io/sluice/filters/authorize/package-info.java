/** The filter {@code authorize}: who may do what to which indices. */
@NullMarked
package io.sluice.filters.authorize;

import org.jspecify.annotations.NullMarked;
