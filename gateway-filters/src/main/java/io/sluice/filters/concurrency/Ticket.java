package io.sluice.filters.concurrency;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One request at a gate, which guards all but the outcome. */
final class Ticket {

    /** Where the request is. Each state but the last leads on to later ones only. */
    enum State {
        WAITING,
        IN_FLIGHT,
        ENDED
    }

    final Object key;
    final long since;
    State state = State.ENDED;

    /** Whether the request may go on; null unless it waited. */
    @Nullable CompletableFuture<Boolean> outcome;

    /** @param since when the request came, in milliseconds of the gate's clock */
    Ticket(Object key, long since) {
        this.key = key;
        this.since = since;
    }
}
