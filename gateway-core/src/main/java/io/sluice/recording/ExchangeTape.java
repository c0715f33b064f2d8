package io.sluice.recording;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.api.RequestHead;
import io.sluice.tap.HeldBody;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Holds what one exchange receives from its client, and what it sends, and gives it to the recorder at its end. On the exchange's event loop. */
public final class ExchangeTape {
    private final Recorder recorder;
    private final HeldExchange.Head head;
    /** The target tells that the request may carry credentials: nothing of it is held. */
    private final boolean sensitive;

    private final Supplier<@Nullable String> tenant;
    private final long began = System.nanoTime();
    private final HeldBody body;
    private final @Nullable HeldBody answer;
    private long received;
    /** When the last of the answer was written, or the exchange began. */
    private long answeredAt = began;

    private int status;
    private String coding = "";
    /** As the filters left it; as it came until then, and where one of them answered. */
    private RequestHead last;

    private boolean over;

    /**
     * Begins with a request whose head has come, and no filter has seen yet.
     *
     * @param headers the head's, as Netty has them; they stay the caller's
     * @param connection names the client's connection
     * @param tenant tells at the end whose request it was
     */
    public ExchangeTape(
            Recorder recorder,
            RequestHead request,
            HttpHeaders headers,
            String connection,
            Supplier<@Nullable String> tenant) {
        this.recorder = recorder;
        this.sensitive = Secrets.isIn(request.target());
        this.last = request;
        this.head = new HeldExchange.Head(
                recorder.time(began),
                connection,
                request.method(),
                request.target().raw(),
                recorder.kept(headers));
        this.tenant = tenant;
        this.body = recorder.newBody();
        this.answer = recorder.keepsAnswers() ? recorder.newBody() : null;
    }

    /** The filters have left this head, which tells what the request does. */
    public void planned(RequestHead head) {
        last = head;
        if (!over && !recorder.wants(head)) {
            drop();
        }
    }

    private void drop() {
        over = true;
        body.close();
        if (answer != null) {
            answer.close();
        }
    }

    /** A part of the request's body has come; it stays the caller's. */
    public void received(ByteBuf part) {
        if (!over && !sensitive) {
            received += part.readableBytes();
            body.add(part);
        }
    }

    /** The head of the answer is written. */
    public void answered(HttpResponse response) {
        answeredAt = System.nanoTime();
        status = response.status().code();
        String given = response.headers().get(HttpHeaderNames.CONTENT_ENCODING);
        coding = given == null ? "" : given.strip();
    }

    /** A part of the answer's body is written; it stays the caller's. */
    public void sent(ByteBuf part) {
        answeredAt = System.nanoTime();
        if (answer != null && !over && !sensitive) {
            answer.add(part);
        }
    }

    /**
     * The exchange is over; only the first call counts.
     *
     * @param whole whether the request came whole
     */
    public void end(boolean whole) {
        if (over) {
            return;
        }
        if (!recorder.wants(last)) {
            drop();
            return;
        }
        over = true;
        Outcome instead = null;
        if (sensitive) {
            instead = Outcome.SENSITIVE;
        } else if (!whole) {
            instead = Outcome.BROKEN;
        } else if (received > recorder.longest()) {
            instead = Outcome.LONG;
        } else if (body.isLost()) {
            instead = Outcome.MEMORY;
        }
        long took = (status == 0 ? System.nanoTime() : answeredAt) - began;
        HeldExchange held =
                new HeldExchange(head, body, new HeldExchange.End(took, tenant.get(), status, coding, answer));
        if (instead == null) {
            recorder.offer(held);
        } else {
            held.close();
            recorder.leaveOut(instead);
        }
    }
}
