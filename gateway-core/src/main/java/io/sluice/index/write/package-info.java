/** Writes documents in bulks, each item until its fate is known. */
@NullMarked
package io.sluice.index.write;

import org.jspecify.annotations.NullMarked;
