package io.sluice.bench.load.engine;

import io.netty.handler.codec.http.HttpResponse;
import io.sluice.bench.load.request.WireRequest;
import io.sluice.bench.load.result.Outcome;

/** Whom a {@link LoadConnection} serves. On the connection's event loop. */
public interface ConnectionOwner<R extends WireRequest> {
    /** Nanoseconds since the start. */
    long now();

    /** An answer begins. */
    AnswerReader answer(R request, HttpResponse head);

    /** A request has ended; {@code due} and {@code sent} are nanoseconds of the run's clock. */
    void ended(R request, Outcome outcome, long due, long sent);

    /** The connection can take a request more. */
    void free(LoadConnection<R> connection);
}
