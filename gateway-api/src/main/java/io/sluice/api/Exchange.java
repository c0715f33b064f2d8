package io.sluice.api;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** One request and its answer, as filters see it. To be used on the exchange's event loop only, until {@code onComplete}. */
public interface Exchange {

    /** What the gateway's logs and its errors call this request; unique, in characters that need no escape anywhere. */
    String id();

    /** The head as the client sent it (absolute-form already made origin-form), before any filter. */
    RequestHead original();

    /** The name of the listener that accepted the request. */
    String listener();

    /** The name of the flow that the listener's routes chose. */
    String flow();

    /** The client's address: the peer's, or what a trusted proxy said of it. */
    InetSocketAddress client();

    /** Whether the client reached the gateway, or the trusted proxy before it, through TLS. */
    boolean secure();

    /** A fact that a filter noted earlier in this exchange, or null. */
    <T> @Nullable T get(ExchangeKey<T> key);

    /** Notes a fact for later stops and for the filters behind; replaces what stood under the key. */
    <T> void put(ExchangeKey<T> key, T value);

    /**
     * Chooses the cluster that the request goes to, instead of the one that the flow names. The last call before the head is
     * final counts.
     *
     * @throws IllegalArgumentException if no cluster has that name, or the flow relays to another and no filter's configuration
     *     names it ({@link ClusterName})
     * @throws IllegalStateException if another cluster was chosen for good ({@link #settle})
     */
    void target(String cluster);

    /**
     * Chooses the cluster for good, whatever a filter before has chosen. To be used where another cluster would be wrong: a later choice of
     * another one fails, and with it the exchange.
     *
     * @throws IllegalArgumentException as {@link #target} does
     * @throws IllegalStateException if another cluster was chosen for good before
     */
    void settle(String cluster);
}
