/** The table of the endpoints that tenants may use; whatever is not in it is denied. */
@NullMarked
package io.sluice.filters.tenant.endpoint;

import org.jspecify.annotations.NullMarked;
