/** Tenants' names of indices, fields and documents, and their physical names in the cluster. */
@NullMarked
package io.sluice.filters.tenant.names;

import org.jspecify.annotations.NullMarked;
