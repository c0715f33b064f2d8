/** Connections: requests in, answers out, faults acted out. */
@NullMarked
package io.sluice.bench.stub.http;

import org.jspecify.annotations.NullMarked;
