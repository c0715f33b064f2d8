package io.sluice.mirror;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.failure.Failure;
import io.sluice.tap.HeldBody;
import io.sluice.upstream.ConnectionWait;
import io.sluice.upstream.ConnectionWaiter;
import io.sluice.upstream.Deadline;
import io.sluice.upstream.GuardedLoop;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.UpstreamConnection;
import io.sluice.upstream.UpstreamNode;
import io.sluice.upstream.UpstreamUser;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One copy on its way to the other cluster, once. Tells its mirror exactly once what came of it. On the exchange's event loop. */
final class MirrorRequest implements UpstreamUser, ConnectionWaiter {
    private final Mirror mirror;
    private final Mirror.Place place;
    private final Copy copy;
    private final LoopCluster cluster;
    private final Deadline ends;
    private final long began = System.nanoTime();
    private @Nullable ConnectionWait wait;
    private @Nullable UpstreamConnection connection;
    private @Nullable HeldAnswer answer;
    private boolean over;

    /**
     * What is sent, and what the client got.
     *
     * @param head as it went to the first cluster
     * @param body of the request
     * @param answer of the first cluster
     */
    record Copy(HttpRequest head, HeldBody body, HeldAnswer answer) implements AutoCloseable {
        @Override
        public void close() {
            body.close();
            answer.close();
        }
    }

    MirrorRequest(Mirror mirror, Copy copy, Mirror.Place place) {
        this.mirror = mirror;
        this.place = place;
        this.copy = copy;
        this.cluster = place.target();
        GuardedLoop guarded = new GuardedLoop(place.loop(), this);
        this.ends = guarded.deadline(this::late);
    }

    void start() {
        ends.set(System.nanoTime() + mirror.config().timeout().toNanos());
        wait = cluster.acquire(this, List.of(), null);
    }

    private void late() {
        if (connection != null && answer == null) {
            connection.node().health().late();
        }
        end("it did not answer in time");
    }

    @Override
    public void onConnection(UpstreamConnection reached) {
        wait = null;
        if (over) {
            reached.releaseUnused();
            return;
        }
        connection = reached;
        reached.begin(this);
        HttpRequest head = copy.head();
        frame(head);
        cluster.address(head.headers(), reached.node(), null);
        reached.writeHead(head);
        for (ByteBuf part : copy.body().retainedParts()) {
            if (over) {
                part.release();
            } else {
                reached.writeBody(part);
            }
        }
        if (!over) {
            reached.write(LastHttpContent.EMPTY_LAST_CONTENT);
            reached.flush();
        }
        if (!over) {
            reached.read();
        }
    }

    private void frame(HttpRequest head) {
        HttpHeaders headers = head.headers();
        headers.remove(HttpHeaderNames.TRANSFER_ENCODING);
        headers.remove(HttpHeaderNames.ACCEPT_ENCODING);
        if (place.shown()) {
            // What the first cluster is shown is none of the other's business.
            LoopCluster.withoutIdentity(headers);
        }
        boolean bodyless = head.method().equals(HttpMethod.GET) || head.method().equals(HttpMethod.HEAD);
        if (copy.body().length() > 0 || !bodyless) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, copy.body().length());
        } else {
            headers.remove(HttpHeaderNames.CONTENT_LENGTH);
        }
    }

    @Override
    public void onNoConnection(UpstreamNode node, Failure failure) {
        wait = null;
        end(failure.reason());
    }

    @Override
    public void onResponseHead(HttpResponse head) {
        if (over) {
            return;
        }
        if (connection != null) {
            connection.reportSuccess();
        }
        answer = mirror.newAnswer(head);
    }

    @Override
    public void onResponseContent(HttpContent content) {
        if (!over && answer != null && mirror.compares()) {
            answer.body().add(content.content());
        }
        boolean last = content instanceof LastHttpContent;
        content.release();
        if (last && !over) {
            answered();
        }
    }

    private void answered() {
        UpstreamConnection used = connection;
        HeldAnswer other = answer;
        connection = null;
        if (used != null) {
            used.release();
        }
        if (other == null) {
            end("it answered without a head");
            return;
        }
        mirror.answered(System.nanoTime() - began);
        answer = null;
        copy.body().close();
        over();
        mirror.compare(place, copy.answer(), other);
    }

    @Override
    public void onResponseReadComplete() {
        if (!over && connection != null) {
            connection.read();
        }
    }

    @Override
    public void onUpstreamWritabilityChanged() {
        // All of the body was given at once; it is held in any case.
    }

    @Override
    public void onUpstreamFailure(Failure failure) {
        end(failure.reason());
    }

    @Override
    public void onThrown(Throwable thrown) {
        mirror.report(thrown);
        end("the gateway failed at the copy; its log says where");
    }

    private void end(String reason) {
        if (!over) {
            over();
            copy.close();
            mirror.failed(place, reason);
        }
    }

    private void over() {
        over = true;
        ends.close();
        if (wait != null) {
            wait.cancel();
            wait = null;
        }
        if (connection != null) {
            connection.abort();
            connection = null;
        }
        if (answer != null) {
            answer.close();
        }
        mirror.ended(place);
    }
}
