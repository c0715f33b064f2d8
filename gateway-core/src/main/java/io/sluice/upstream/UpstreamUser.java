package io.sluice.upstream;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.failure.Failure;

/** The user of a connection for one request and its answer. Called on the connection's event loop. */
public interface UpstreamUser extends Guarded {

    /** The final head of the answer; informational ones are swallowed. */
    void onResponseHead(HttpResponse head);

    /** A part of the answer's body, given away; the last one is a LastHttpContent. */
    void onResponseContent(HttpContent content);

    /** Everything that was read at once has been handed over: a good moment to flush. */
    void onResponseReadComplete();

    /** The connection's buffer crossed a watermark. */
    void onUpstreamWritabilityChanged();

    /** Counts that the connection broke under the request against its node; before {@link #onUpstreamFailure}. */
    default void onBroken(NodeHealth health) {
        health.broke();
    }

    /**
     * Whether it tells by itself, from a refusal that all nodes of a split bulk gave, what may have been executed. Where nobody knows,
     * others are told of a failure instead.
     */
    default boolean judgesRefusals() {
        return false;
    }

    /**
     * The connection broke before all of the answer had come, or the bytes that came are not HTTP. Nothing more will come; the
     * connection is closed already. Nothing of the request was executed if the failure is one of connecting.
     */
    void onUpstreamFailure(Failure failure);
}
