/** The standing comparison: the same questions about the gateway as a process, asked of every build, with the answers kept. */
@NullMarked
package io.sluice.bench.standing;

import org.jspecify.annotations.NullMarked;
