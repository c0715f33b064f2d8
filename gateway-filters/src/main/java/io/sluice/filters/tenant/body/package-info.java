/** The grammars of request bodies: searches, documents, mappings, and those of other endpoints. */
@NullMarked
package io.sluice.filters.tenant.body;

import org.jspecify.annotations.NullMarked;
