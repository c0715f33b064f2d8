/** The grammars of what the cluster answers, and the way back of names. */
@NullMarked
package io.sluice.filters.tenant.answer;

import org.jspecify.annotations.NullMarked;
