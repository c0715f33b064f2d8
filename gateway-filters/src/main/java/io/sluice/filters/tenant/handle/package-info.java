/** Scroll and point-in-time ids that only the tenant they were given to can use. */
@NullMarked
package io.sluice.filters.tenant.handle;

import org.jspecify.annotations.NullMarked;
