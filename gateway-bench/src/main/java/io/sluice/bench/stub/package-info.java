/** A server that speaks like Elasticsearch and stores nothing, so that what stands before it is measured. */
@NullMarked
package io.sluice.bench.stub;

import org.jspecify.annotations.NullMarked;
