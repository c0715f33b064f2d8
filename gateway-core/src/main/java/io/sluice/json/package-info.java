/** Editing JSON while it streams: a resumable tokenizer with byte-exact offsets, and a rewriter that splices. */
@NullMarked
package io.sluice.json;

import org.jspecify.annotations.NullMarked;
