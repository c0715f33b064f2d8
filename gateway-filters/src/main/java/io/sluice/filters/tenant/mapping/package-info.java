/** Whether the mappings of shared indices keep tenants apart. */
@NullMarked
package io.sluice.filters.tenant.mapping;

import org.jspecify.annotations.NullMarked;
