package io.sluice.upstream;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many connections of one pool each client has or waits for. A client is a {@link ClientNetwork}; requests of the gateway itself
 * have none, are not counted, and wait as those of a client that has many. On the pool's event loop only.
 */
final class ClientUses {
    /** A client that has or waits for fewer connections goes before those that have more. */
    private static final int FEW = 4;

    private final Map<ClientNetwork, Count> byClient = new HashMap<>();

    private static final class Count {
        private int uses;
    }

    /**
     * A request of the client asks for a connection.
     *
     * @return whether the client has or waits for few besides it
     */
    boolean begin(@Nullable InetAddress client) {
        return client != null && byClient.computeIfAbsent(ClientNetwork.of(client), any -> new Count()).uses++ < FEW;
    }

    /** The request has given its connection back, or gets none. */
    void end(@Nullable InetAddress client) {
        if (client == null) {
            return;
        }
        ClientNetwork key = ClientNetwork.of(client);
        Count count = byClient.get(key);
        if (count != null && --count.uses == 0) {
            byClient.remove(key);
        }
    }
}
