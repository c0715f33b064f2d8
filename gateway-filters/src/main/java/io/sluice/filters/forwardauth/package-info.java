/** The filter {@code forward-auth}: an HTTP service says whether a request may pass, and who the user is. */
@NullMarked
package io.sluice.filters.forwardauth;

import org.jspecify.annotations.NullMarked;
