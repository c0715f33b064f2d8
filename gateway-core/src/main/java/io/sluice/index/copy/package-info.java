/** Copies indices between clusters. */
@NullMarked
package io.sluice.index.copy;

import org.jspecify.annotations.NullMarked;
