package io.sluice.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Where one request goes and its answer comes from: a connection to a node, or several that together look like one. On the
 * exchange's event loop only.
 */
public interface Relay {

    /** Begins a request; the user is called until the answer has ended or failed. */
    void begin(UpstreamUser user);

    /**
     * Writes the head; flushed with what follows, or by {@link #flush}.
     *
     * @param head becomes the relay's: it may be changed
     */
    void writeHead(HttpRequest head);

    /** Writes a part of the body and takes it over. */
    void writeBody(ByteBuf part);

    /** Writes a message as it was decoded, and takes it over. */
    void write(HttpObject part);

    void flush();

    /** Whether more of the body can be taken now; the user is told when that changes. */
    boolean isWritable();

    /** Asks for the next part of the answer. */
    void read();

    /** Ends the use after the answer has ended. */
    void release();

    /** Ends the use although nothing was written. */
    void releaseUnused();

    /** Ends the use at once, without ending what is under way. Idempotent; also after a failure, which ends the use as well. */
    void abort();

    /** The answer has begun. */
    void reportSuccess();

    /** The one node that has the request or is being sent it; null while there is none or several, whose waits the relay bounds. */
    @Nullable UpstreamNode node();

    /** Whether another cluster than the request's own executes the request as well, now or later. */
    default boolean alsoReaches(String cluster) {
        return false;
    }
}
