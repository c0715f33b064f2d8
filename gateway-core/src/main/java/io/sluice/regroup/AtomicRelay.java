package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.api.Reply;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.bulk.line.BulkLine;
import io.sluice.bulk.line.BulkSplitter;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.Deadline;
import io.sluice.upstream.UpstreamNode;
import io.sluice.upstream.UpstreamUser;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Spools and checks a whole bulk before anything of it is sent: it is checked while it comes, and then given
 * to a {@link BulkRelay} as if it came then. On the exchange's event loop.
 */
final class AtomicRelay extends BodyRelay implements UpstreamUser {
    private final BulkRelay next;
    private final Regrouping regrouping;
    private final Regrouping.Plan plan;
    private final LoopContext loop;
    private final Consumer<Reply> refuse;
    private final Spool spool;
    /** Limits how long the node of a whole bulk may take nothing; parts of a split one have their own limits. */
    private final Deadline takingEnds;

    private @Nullable BulkSplitter check;
    /** Whether the client's last byte has come and the bulk is valid. */
    private boolean complete;
    /** Whether all of it has been passed on. */
    private boolean givenOn;
    /** Whether the node should have taken more, and is waited for none the less. */
    private boolean late;
    /** Whether the head of the answer has come, perhaps before all of the bulk has been passed on. */
    private boolean answering;
    /** Re-entrancy guard: a caller on this stack is already passing it on. */
    private boolean giving;

    private boolean closed;

    /** Judges items without sending them. */
    private static final class Nowhere implements BulkSplitter.Target {
        @Override
        public int place(BulkLine action, int position) {
            return BulkSplitter.DISCARD;
        }

        @Override
        public void append(int place, byte[] bytes, int from, int to) {}

        @Override
        public void itemEnded(int place) {}
    }

    /**
     * @param next gets the bulk
     * @param refuse told of an answer of the gateway's own that takes the place of the nodes', none of which has seen the bulk then
     */
    AtomicRelay(BulkRelay next, Regrouping regrouping, Regrouping.Plan plan, LoopContext loop, Consumer<Reply> refuse) {
        this.next = next;
        this.regrouping = regrouping;
        this.plan = plan;
        this.loop = loop;
        this.refuse = refuse;
        this.takingEnds = loop.loop().deadline(this::onNothingTaken);
        this.spool = new Spool(regrouping, loop.loop(), loop.allocator(), this::onSpoolProgress);
    }

    @Override
    public void begin(UpstreamUser newUser) {
        super.begin(newUser);
        next.begin(this);
    }

    @Override
    public void writeHead(HttpRequest head) {
        BulkGrammar grammar = plan.grammar(regrouping.view(), head);
        check = new BulkSplitter(plan.url(), BulkLimits.DEFAULT, grammar, new Nowhere());
        next.validFor(grammar);
        next.writeHead(head);
    }

    @Override
    protected void take(ByteBuf part, boolean last) {
        BulkSplitter checking = Objects.requireNonNull(check);
        try {
            if (closed) {
                return;
            }
            checking.write(part);
            spool.write(part);
        } finally {
            part.release();
        }
        if (last) {
            checking.end();
        }
        Reply refusal = checking.refusal();
        if (refusal != null) {
            refuse.accept(refusal);
        } else if (spool.isTooLarge()) {
            long most = regrouping.config().spool().bytesPerBulk().bytes();
            refuse.accept(Reply.error(
                    413, "sluice_too_large", "the bulk is longer than the " + most + " bytes that are spooled of one"));
        } else if (spool.isOverBudget()) {
            user().onUpstreamFailure(Failure.of(FailureKind.OVERLOADED, "no more bytes of bulks can be spooled"));
        } else if (last) {
            complete = true;
            giveOn();
        }
    }

    private void giveOn() {
        if (giving) {
            return;
        }
        giving = true;
        try {
            while (!closed && !givenOn && next.isWritable() && giveMore()) {
                next.flush();
            }
        } finally {
            giving = false;
        }
        watchTaking();
    }

    private void watchTaking() {
        boolean waits = !closed && !givenOn && !answering && !next.isWritable();
        if (!waits || next.node() == null) {
            late = false;
            takingEnds.clear();
        } else if (!late) {
            var timeouts = loop.cluster(regrouping.cluster()).cluster().config().timeouts();
            takingEnds.set(System.nanoTime() + timeouts.stall().toNanos());
        }
    }

    private void onNothingTaken() {
        UpstreamNode node = next.node();
        if (node == null) {
            return;
        }
        if (!late && loop.patience().begins(node)) {
            late = true;
            takingEnds.set(System.nanoTime() + loop.patience().nanos());
        } else {
            user().onUpstreamFailure(Failure.of(
                    FailureKind.UPSTREAM_TIMEOUT, "node " + node + " did not take the request in time"));
        }
    }

    /** Whether something was passed on. */
    private boolean giveMore() {
        if (spool.isRead()) {
            givenOn = true;
            spool.close();
            next.write(LastHttpContent.EMPTY_LAST_CONTENT);
            return true;
        }
        ByteBuf part = spool.poll();
        if (part != null) {
            next.writeBody(part);
        }
        return part != null;
    }

    private void onSpoolProgress() {
        String why = spool.failure();
        if (closed) {
            return;
        }
        if (why != null) {
            user().onUpstreamFailure(Failure.of(FailureKind.SPOOL_FAILED, why + "; nothing of the bulk was sent"));
        } else if (complete) {
            giveOn();
            if (givenOn && !closed) {
                // Its user awaits the answer from now on.
                user().onUpstreamWritabilityChanged();
            }
        } else {
            user().onUpstreamWritabilityChanged();
        }
    }

    // From the nodes.

    @Override
    public void onUpstreamWritabilityChanged() {
        if (complete) {
            giveOn();
        }
        if (!closed) {
            user().onUpstreamWritabilityChanged();
        }
    }

    @Override
    public void onResponseHead(HttpResponse head) {
        answering = true;
        watchTaking();
        user().onResponseHead(head);
    }

    @Override
    public void onResponseContent(HttpContent content) {
        user().onResponseContent(content);
    }

    @Override
    public void onResponseReadComplete() {
        user().onResponseReadComplete();
    }

    @Override
    public boolean judgesRefusals() {
        return user().judgesRefusals();
    }

    @Override
    public void onUpstreamFailure(Failure failure) {
        user().onUpstreamFailure(failure);
    }

    @Override
    public void onThrown(Throwable thrown) {
        user().onThrown(thrown);
    }

    // From the exchange.

    @Override
    public void flush() {
        next.flush();
    }

    @Override
    public boolean isWritable() {
        return complete || spool.isWritable();
    }

    @Override
    public void read() {
        next.read();
    }

    @Override
    public void release() {
        close();
        next.release();
    }

    @Override
    public void releaseUnused() {
        close();
        next.releaseUnused();
    }

    @Override
    public void abort() {
        close();
        next.abort();
    }

    private void close() {
        closed = true;
        takingEnds.close();
        spool.close();
        if (check != null) {
            check.close();
        }
    }

    @Override
    public void reportSuccess() {
        next.reportSuccess();
    }

    @Override
    public @Nullable UpstreamNode node() {
        return givenOn || answering ? next.node() : null;
    }
}
