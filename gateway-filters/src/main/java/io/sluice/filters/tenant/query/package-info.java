/** The grammars of request bodies: searches, and those of other endpoints. */
@NullMarked
package io.sluice.filters.tenant.query;

import org.jspecify.annotations.NullMarked;
