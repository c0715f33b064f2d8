/** The filter {@code headers}: sets, adds and removes headers of requests and responses. */
@NullMarked
package io.sluice.filters.headers;

import org.jspecify.annotations.NullMarked;
