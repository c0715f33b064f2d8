package io.sluice.api;

import java.net.InetSocketAddress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request that the gateway refused before it had a flow: its head was not valid or did not come in time, or a limit was reached.
 *
 * @param id what the gateway's logs and its answer call the request
 * @param at when it was refused
 * @param listener the name of the listener
 * @param client the client's address: the peer's, or what a trusted proxy said of it
 * @param head what was asked; null if no valid head was read
 * @param status the status of the answer
 * @param failure the kind of failure in kebab-case ({@code bad-request})
 */
public record RefusedRequest(
        String id,
        Instant at,
        String listener,
        InetSocketAddress client,
        @Nullable Head head,
        int status,
        String failure) {

    /**
     * A head that may break any rule above the syntax of HTTP.
     *
     * @param method as sent
     * @param target as sent, in any form, perhaps not valid
     * @param headers all of them; not to be kept
     */
    public record Head(String method, String target, Headers headers) {}
}
