/** Compares two indices in bounded memory. */
@NullMarked
package io.sluice.index.diff;

import org.jspecify.annotations.NullMarked;
