package io.sluice.exchange;

import io.sluice.upstream.ConnectionWait;
import io.sluice.upstream.Relay;

/** Where an exchange stands. What only makes sense in one state is kept in it. */
sealed interface ExchangeState {

    /** The filters are asked, some may answer later. */
    enum Planning implements ExchangeState {
        INSTANCE
    }

    /** A connection to a node is awaited. */
    record Acquiring(ConnectionWait waiting) implements ExchangeState {}

    /** A node, or several, have the request or are being sent it. */
    record Relaying(Relay relay) implements ExchangeState {}

    /** The answer is complete or was given up; the rest of the request is read and discarded. */
    enum Draining implements ExchangeState {
        INSTANCE
    }

    /** Nothing more happens. */
    enum Finished implements ExchangeState {
        INSTANCE
    }
}
