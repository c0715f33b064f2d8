/** The filter {@code tenant}: many tenants on one cluster that cannot see each other. */
@NullMarked
package io.sluice.filters.tenant;

import org.jspecify.annotations.NullMarked;
