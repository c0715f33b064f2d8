/** A server that speaks like Elasticsearch and stores nothing, so that a proxy before it can be measured. */
@NullMarked
package io.sluice.bench.stub;

import org.jspecify.annotations.NullMarked;
