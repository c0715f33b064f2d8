package io.sluice.exchange;

import io.sluice.upstream.Relay;
import org.jspecify.annotations.Nullable;

/**
 * The one place of an exchange that reads: from the client when what it sends can go on, and once more after its last byte, so that
 * a client that goes away is seen; from the relay when the client takes what comes. On the exchange's event loop.
 */
final class ReadGate {
    private final ClientPort client;
    private boolean clientReadPending;
    private boolean upstreamReadPending;

    ReadGate(ClientPort client) {
        this.client = client;
    }

    void onClientReadComplete() {
        clientReadPending = false;
    }

    void onUpstreamReadComplete() {
        upstreamReadPending = false;
    }

    /** Another connection takes the place of the one before. */
    void onConnection() {
        upstreamReadPending = false;
    }

    void readClient() {
        if (!clientReadPending) {
            clientReadPending = true;
            client.read();
        }
    }

    void readUpstream(@Nullable Relay relay) {
        if (relay != null && !upstreamReadPending) {
            upstreamReadPending = true;
            relay.read();
        }
    }
}
