/** What the gateway could say to nodes inside: pipelined connections, and bodies in binary formats. */
@NullMarked
package io.sluice.bench.compare.inside;

import org.jspecify.annotations.NullMarked;
