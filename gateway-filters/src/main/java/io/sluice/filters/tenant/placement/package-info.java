/** Which tenants are in which place. */
@NullMarked
package io.sluice.filters.tenant.placement;

import org.jspecify.annotations.NullMarked;
