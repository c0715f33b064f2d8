/** The grammars of what tenants send: searches, and the bodies of other endpoints. */
@NullMarked
package io.sluice.filters.tenant.query;

import org.jspecify.annotations.NullMarked;
