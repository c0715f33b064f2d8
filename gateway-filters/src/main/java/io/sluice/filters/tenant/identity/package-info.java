/** Identifies the tenant of a request. */
@NullMarked
package io.sluice.filters.tenant.identity;

import org.jspecify.annotations.NullMarked;
