/** The bulk grammar: action lines, decisions about items while a bulk streams, and what was rejected put into its answer. */
@NullMarked
package io.sluice.bulk;

import org.jspecify.annotations.NullMarked;
