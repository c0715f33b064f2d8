package io.sluice.mirror;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.failure.Failure;
import io.sluice.tap.HeldBody;
import io.sluice.upstream.Relay;
import io.sluice.upstream.UpstreamNode;
import io.sluice.upstream.UpstreamUser;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A relay that holds what goes over another, and what comes back, and gives it to a mirror once both are complete. On the exchange's
 * event loop.
 */
final class MirroredRelay implements Relay, UpstreamUser {
    private final Relay relay;
    private final Mirror mirror;
    private final Mirror.Place place;
    private final HeldBody body;
    private @Nullable UpstreamUser user;
    private @Nullable HttpRequest head;
    private @Nullable HeldAnswer answer;
    private boolean requestEnded;
    private boolean over;

    MirroredRelay(Relay relay, Mirror mirror, Mirror.Place place) {
        this.relay = relay;
        this.mirror = mirror;
        this.place = place;
        this.body = mirror.newBody();
    }

    private UpstreamUser user() {
        return Objects.requireNonNull(user);
    }

    // The request.

    @Override
    public void begin(UpstreamUser newUser) {
        user = newUser;
        relay.begin(this);
    }

    @Override
    public void writeHead(HttpRequest request) {
        head = new DefaultHttpRequest(
                HttpVersion.HTTP_1_1,
                request.method(),
                request.uri(),
                request.headers().copy());
        relay.writeHead(request);
    }

    @Override
    public void writeBody(ByteBuf part) {
        body.add(part);
        relay.writeBody(part);
    }

    @Override
    public void write(HttpObject part) {
        if (part instanceof HttpContent content) {
            body.add(content.content());
        }
        requestEnded |= part instanceof LastHttpContent;
        relay.write(part);
    }

    @Override
    public void flush() {
        relay.flush();
    }

    @Override
    public boolean isWritable() {
        return relay.isWritable();
    }

    @Override
    public void read() {
        relay.read();
    }

    @Override
    public void release() {
        relay.release();
        drop();
    }

    @Override
    public void releaseUnused() {
        relay.releaseUnused();
        drop();
    }

    @Override
    public void abort() {
        relay.abort();
        drop();
    }

    @Override
    public void reportSuccess() {
        relay.reportSuccess();
    }

    @Override
    public @Nullable UpstreamNode node() {
        return relay.node();
    }

    // The answer.

    @Override
    public void onResponseHead(HttpResponse response) {
        answer = mirror.newAnswer(response);
        user().onResponseHead(response);
    }

    @Override
    public void onResponseContent(HttpContent content) {
        boolean last = content instanceof LastHttpContent;
        if (answer != null && !over && mirror.compares()) {
            answer.body().add(content.content());
        }
        if (last) {
            handOver();
        }
        user().onResponseContent(content);
    }

    private void handOver() {
        HttpRequest request = head;
        HeldAnswer held = answer;
        if (over || !requestEnded || request == null || held == null) {
            drop();
            return;
        }
        over = true;
        mirror.send(new MirrorRequest.Copy(request, body, held), place);
    }

    private void drop() {
        if (over) {
            return;
        }
        over = true;
        body.close();
        if (answer != null) {
            answer.close();
        }
        mirror.dropped(Outcome.UNANSWERED, place);
    }

    @Override
    public void onResponseReadComplete() {
        user().onResponseReadComplete();
    }

    @Override
    public void onUpstreamWritabilityChanged() {
        user().onUpstreamWritabilityChanged();
    }

    @Override
    public void onUpstreamFailure(Failure failure) {
        drop();
        user().onUpstreamFailure(failure);
    }

    @Override
    public void onThrown(Throwable thrown) {
        drop();
        user().onThrown(thrown);
    }
}
