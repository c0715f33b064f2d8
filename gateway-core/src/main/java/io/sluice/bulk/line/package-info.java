/** A bulk's lines: framing, reading and writing actions, rewriting and splitting bodies while they stream. */
@NullMarked
package io.sluice.bulk.line;

import org.jspecify.annotations.NullMarked;
