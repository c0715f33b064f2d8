/** Grammars of JSON bodies, and the visitor that is driven by one. */
@NullMarked
package io.sluice.filters.tenant.grammar;

import org.jspecify.annotations.NullMarked;
