/** Grammars of JSON bodies, and the visitor that applies them. */
@NullMarked
package io.sluice.filters.tenant.grammar;

import org.jspecify.annotations.NullMarked;
