package io.sluice.styles.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.failure.Failure;
import io.sluice.styles.trial.RefusedException;
import io.sluice.upstream.ConnectionWaiter;
import io.sluice.upstream.Guarded;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.UpstreamConnection;
import io.sluice.upstream.UpstreamNode;
import io.sluice.upstream.UpstreamUser;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One request and its whole answer. On the event loop; the answer is for another thread. */
final class Call implements ConnectionWaiter, UpstreamUser {
    private static final int OK = 200;

    private final HttpRequest head;
    private final ByteBuf sent;
    private final CompositeByteBuf body = Unpooled.compositeBuffer(Integer.MAX_VALUE);
    private final CompletableFuture<ByteBuf> answer = new CompletableFuture<>();
    private @Nullable LoopCluster cluster;
    private @Nullable UpstreamConnection connection;
    private int status;

    /** @param sent the request's body, given away */
    Call(HttpRequest head, ByteBuf sent) {
        this.head = head;
        this.sent = sent;
    }

    /** The body, given away; fails if there is none or its status is not 200. */
    CompletableFuture<ByteBuf> answer() {
        return answer;
    }

    void begin(LoopCluster pools) {
        Guarded.enter(this, call -> {
            call.cluster = pools;
            pools.onRequest();
            pools.acquire(call, List.of(), null);
        });
    }

    @Override
    public void onConnection(UpstreamConnection given) {
        connection = given;
        given.begin(this);
        if (cluster != null) {
            cluster.address(head.headers(), given.node(), null);
        }
        given.writeHead(head);
        given.write(new DefaultLastHttpContent(sent));
        given.flush();
        given.read();
    }

    @Override
    public void onNoConnection(UpstreamNode node, Failure failure) {
        fail(new RefusedException(failure.toString()));
    }

    @Override
    public void onResponseHead(HttpResponse answered) {
        status = answered.status().code();
    }

    @Override
    public void onResponseContent(HttpContent content) {
        body.addComponent(true, content.content());
        if (content instanceof LastHttpContent && connection != null) {
            connection.reportSuccess();
            connection.release();
            if (status == OK) {
                answer.complete(body);
            } else {
                fail(new RefusedException("status " + status));
            }
        }
    }

    @Override
    public void onResponseReadComplete() {
        if (connection != null && !answer.isDone()) {
            connection.read();
        }
    }

    @Override
    public void onUpstreamWritabilityChanged() {
        // the whole request is with the connection already
    }

    @Override
    public void onUpstreamFailure(Failure failure) {
        fail(new RefusedException(failure.toString()));
    }

    @Override
    public void onThrown(Throwable thrown) {
        if (connection != null) {
            connection.abort();
        }
        fail(thrown);
    }

    private void fail(Throwable why) {
        if (answer.completeExceptionally(why)) {
            body.release();
        }
    }
}
