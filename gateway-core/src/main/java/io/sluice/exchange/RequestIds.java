package io.sluice.exchange;

import java.util.concurrent.ThreadLocalRandom;

/** Names the requests of one connection: a random number for the connection, and a count. On its event loop. */
public final class RequestIds {
    private final long connection = ThreadLocalRandom.current().nextLong();
    private int count;

    /** The id of the next request. */
    public RequestId next() {
        return new RequestId(connection, ++count);
    }
}
