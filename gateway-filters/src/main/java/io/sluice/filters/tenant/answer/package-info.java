/** The grammars of the cluster's responses, and the translation of names in them. */
@NullMarked
package io.sluice.filters.tenant.answer;

import org.jspecify.annotations.NullMarked;
