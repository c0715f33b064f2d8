/** The table of endpoints that tenants may use; all others are denied. */
@NullMarked
package io.sluice.filters.tenant.endpoint;

import org.jspecify.annotations.NullMarked;
