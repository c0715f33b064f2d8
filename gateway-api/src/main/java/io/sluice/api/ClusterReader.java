package io.sluice.api;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks a cluster, beside the requests of clients: through a client of the gateway's own, at the configured nodes. {@link #get} asks
 * about the cluster itself, with the credentials of {@code clusters.NAME.auth}. Safe from any thread; what blocks must not be called on an
 * event loop.
 */
public interface ClusterReader {

    /** The cluster's name in the configuration. */
    String cluster();

    /** How often the gateway looks at the cluster ({@code clusters.NAME.discovery.every}); a good period for filters too. */
    Duration every();

    /**
     * Whether a node of the cluster is available to requests: false while each of them is left out, as it answers neither requests nor
     * probes. Then a request is sent only to find out whether a node answers again. Where no request has been sent for a while, calls of
     * {@link #get} that no node answers have the nodes probed. Does not block.
     *
     * @return true unless the gateway knows better
     */
    default boolean isAvailable() {
        return true;
    }

    /**
     * Sends a GET without a body and reads what the cluster answers. To be used for what only reads. Blocks, at most for as long as
     * {@code clusters.NAME.discovery.timeout} says (15 s).
     *
     * @param target path and query, encoded
     * @return the answer, a JSON object: objects are maps in the order of their members, arrays lists, the rest strings, numbers,
     *     booleans and null
     * @throws AnswerTooLongException if the answer is longer than {@code clusters.NAME.discovery.maxBytes} (16 MiB), or has far more or deeper
     *     objects than one of that length usually has; a smaller question may do
     * @throws IOException if no node answers in time, or with anything but status 200 and a JSON object; its message is for the operator and
     *     quotes none of the answer's body
     */
    Map<String, @Nullable Object> get(RequestTarget target) throws IOException;

    /**
     * Sends a GET without a body as a client: with the client's own credentials and none of the gateway's, so that the answer is what
     * the cluster thinks of those. Blocks.
     *
     * @param authorization the value of the header {@code Authorization}; never logged
     * @param target path and query, encoded
     * @param timeout for the whole of it; {@code clusters.NAME.discovery.timeout} where that is shorter
     * @return the answer, whatever its status
     * @throws IOException if no node answers in time, or with status 200 and anything but a JSON object of at most 1 MiB; its message is
     *     for the operator, and quotes neither the credentials nor the answer's body
     */
    ClusterAnswer getAs(String authorization, RequestTarget target, Duration timeout) throws IOException;

    /**
     * What a request may take.
     *
     * @param timeout for the whole of it; {@code clusters.NAME.discovery.timeout} (15 s) where that is shorter
     * @param maxBytes of the answer, which is held in memory; from 1 to {@link #MAX}
     */
    record Bounds(Duration timeout, long maxBytes) {

        /** The longest answer of all, in bytes. */
        public static final long MAX = 64L << 20;

        /** Those of a request whose answer is short or whatever it is. */
        public static Bounds of(Duration timeout) {
            return new Bounds(timeout, MAX);
        }

        /** Checks the length. */
        public Bounds {
            if (maxBytes < 1 || maxBytes > MAX) {
                throw new IllegalArgumentException("an answer of " + maxBytes + " bytes cannot be asked for");
            }
        }
    }

    /**
     * Sends a request of the gateway's own, with the credentials of {@code clusters.NAME.auth}, and gives the answer whatever its status. To
     * be used for what a filter keeps in a cluster, and for documents that it carries. If there is no answer, the request may have been
     * executed; it may also be sent to a second node after the first has answered 502, 503 or 504. Blocks; several threads send side by
     * side.
     *
     * @param target path and query, encoded
     * @param contentType of the body; null if there is none
     * @param body not to be changed until the call returns
     * @throws AnswerTooLongException if the answer is longer than it may be; the request has been executed then
     * @throws IOException if no node answers in time
     */
    ClusterResponse send(String method, RequestTarget target, @Nullable String contentType, byte[] body, Bounds bounds)
            throws IOException;

    /**
     * Sends a bulk of the gateway's own, with the credentials of {@code clusters.NAME.auth}, and gives the answer whatever its status. It is
     * sent once: to another node only if one takes no connection. If there is no answer, or one of 408 or from 500 on, the cluster may
     * go on with it. Blocks; several threads send side by side.
     *
     * @param lines actions and documents; not to be changed until the call returns
     * @param opaqueId what the cluster calls the bulk in its tasks ({@code X-Opaque-Id})
     * @throws NotSentException if no node took a connection
     * @throws IOException if there was no answer in time, or it was too long
     */
    ClusterResponse bulk(byte[] lines, String opaqueId, Bounds bounds) throws IOException;

    /** Whether the gateway has credentials of its own there ({@code clusters.NAME.auth}). */
    boolean hasCredentials();

    /** Whether those are a user and a password, beside which {@link UpstreamCredentials#runAs} counts. */
    boolean canRunAs();
}
