/** The bare Netty proxy: the least a Java proxy can cost, kept as the measuring baseline. */
@NullMarked
package io.sluice.bench.bare;

import org.jspecify.annotations.NullMarked;
