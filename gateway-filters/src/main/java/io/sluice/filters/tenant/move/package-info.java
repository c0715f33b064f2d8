/** Carries a tenant's documents from one place to another while they are used. */
@NullMarked
package io.sluice.filters.tenant.move;

import org.jspecify.annotations.NullMarked;
