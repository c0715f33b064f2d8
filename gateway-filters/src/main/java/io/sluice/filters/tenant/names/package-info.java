/** What a tenant calls an index, and what the cluster calls it. */
@NullMarked
package io.sluice.filters.tenant.names;

import org.jspecify.annotations.NullMarked;
