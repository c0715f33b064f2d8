/** How long pretended nodes work: a service time for requests, documents and forwarded bytes, and a queue before the workers. */
@NullMarked
package io.sluice.bench.stub.service;

import org.jspecify.annotations.NullMarked;
