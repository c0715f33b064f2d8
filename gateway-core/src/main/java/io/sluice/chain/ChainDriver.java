package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Headers;
import io.sluice.api.ResponseHead;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Drives one request, and the answer to it, through a flow's filters without a connection, as a harness or a benchmark does. Runs on
 * the calling thread. Used once and closed.
 */
public final class ChainDriver implements AutoCloseable {
    private final RequestChain chain;
    private final boolean toHead;
    private final Headers headers;
    private final Loop loop;
    private final Source source;
    private final DrivenBody out;

    /** The event loop of a driven exchange: runs tasks on the thread that drives. */
    public interface Loop extends Executor {

        /** Runs the tasks that other threads hand over until the condition holds; returns false if none came in time. */
        boolean runUntil(BooleanSupplier condition);
    }

    /** A body, chunk by chunk. */
    @FunctionalInterface
    public interface Source {

        /**
         * Lends the chunks, in order.
         *
         * @param write takes a chunk, lent for the call; returns false once no further chunk is wanted
         */
        void feed(Predicate<ByteBuf> write);
    }

    /**
     * Makes a driver; {@link #plan} begins.
     *
     * @param around the exchange, whose original head the filters see first, and what else a chain needs of it
     * @param loop the same loop as in {@code around}
     * @param source the request's body
     * @param out takes the request's body as it leaves the chain
     */
    public ChainDriver(
            List<NamedFilter> filters, RequestChain.Surroundings around, Loop loop, Source source, DrivenBody out) {
        this.toHead = around.exchange().original().method().equals("HEAD");
        this.headers = around.exchange().original().headers();
        this.chain = new RequestChain(filters, around.exchange().original(), around, out, out);
        this.loop = loop;
        this.source = source;
        this.out = out;
    }

    /** The request's chain. */
    public RequestChain chain() {
        return chain;
    }

    /** Asks the filters for their plans; feeds the body if one of them waits for it. */
    public void plan() {
        chain.advance();
        await(chain.body(), headers, source, out);
    }

    /** Sends the rest of the request's body through the chain, after what {@link #plan} has sent. */
    public void sendBody() {
        send(chain.body(), headers, source, out);
    }

    /**
     * Sends a node's answer back through the filters that saw the request. As in the gateway, one to HEAD, and one with the status 204
     * or 304, has no body that filters see, and nothing of it leaves the chain.
     *
     * @param body the answer's body
     * @param to takes it as it leaves the chain
     * @return whether a filter looked into the body
     */
    public boolean answer(ResponseHead head, Source body, DrivenBody to) {
        try (ResponseChain back = chain.back(head, to)) {
            boolean bodyless = toHead || ResponseChain.isBodyless(head);
            Headers fed = bodyless ? Headers.empty() : head.headers();
            Source from = bodyless ? write -> {} : body;
            back.advance();
            await(back.body(), fed, from, to);
            ResponseHead planned = to.response();
            if (!toHead && planned != null && !ResponseChain.isBodyless(planned)) {
                send(back.body(), fed, from, to);
            }
            return back.body().touched();
        }
    }

    private void send(BodyFlow body, Headers fed, Source from, DrivenBody to) {
        if (to.stopped()) {
            return;
        }
        if (!to.bodyNeeded()) {
            feed(body, fed, from, to);
        } else if (body.hasCollected()) {
            body.sendCollected();
        }
    }

    private void feed(BodyFlow body, Headers fed, Source from, DrivenBody to) {
        if (body.touched() && !body.decode(fed.get("Content-Encoding"))) {
            return;
        }
        from.feed(chunk -> {
            write(body, chunk, to);
            return !to.stopped();
        });
        if (!to.stopped()) {
            body.end();
        }
    }

    private void write(BodyFlow body, ByteBuf chunk, DrivenBody to) {
        boolean all = body.write(chunk);
        if (body.hasBeginning()) {
            // The rest follows once the plan is made from the first line.
            await(to::settled, to);
            all = to.stopped() || body.sendBeginning();
        }
        if (!all) {
            throw new IllegalStateException("the chain holds back although its output takes everything");
        }
    }

    /** Waits for the plans; feeds the body if one of them waits for it. */
    private void await(BodyFlow body, Headers fed, Source from, DrivenBody to) {
        await(() -> to.settled() || to.bodyNeeded(), to);
        if (to.bodyNeeded() && !to.stopped()) {
            feed(body, fed, from, to);
            await(to::settled, to);
        }
    }

    private void await(BooleanSupplier condition, DrivenBody to) {
        if (!loop.runUntil(condition) && !to.stopped()) {
            to.fail(Failure.of(FailureKind.FILTER_TIMEOUT, "a filter's plan did not come in time"));
        }
    }

    @Override
    public void close() {
        chain.close();
    }
}
