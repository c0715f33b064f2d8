/** Who the tenant of a request is. */
@NullMarked
package io.sluice.filters.tenant.identity;

import org.jspecify.annotations.NullMarked;
