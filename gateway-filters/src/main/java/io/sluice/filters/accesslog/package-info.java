/** The filter {@code access-log}: writes a JSON line for every exchange. */
@NullMarked
package io.sluice.filters.accesslog;

import org.jspecify.annotations.NullMarked;
