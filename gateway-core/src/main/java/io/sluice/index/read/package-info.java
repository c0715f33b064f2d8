/** Reads all documents of an index by shards and ranges of sequence numbers. */
@NullMarked
package io.sluice.index.read;

import org.jspecify.annotations.NullMarked;
