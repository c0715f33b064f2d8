/** Compares ways for documents into a real cluster: straight to its nodes, or through a gateway. */
@NullMarked
package io.sluice.bench.indexing;

import org.jspecify.annotations.NullMarked;
