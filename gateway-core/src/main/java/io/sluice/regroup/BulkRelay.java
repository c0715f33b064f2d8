package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpRequest;
import io.sluice.api.Reply;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.upstream.Deadline;
import io.sluice.upstream.Relay;
import io.sluice.upstream.UpstreamConnection;
import io.sluice.upstream.UpstreamNode;
import io.sluice.wire.ByteQueue;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One bulk on its way: held until it is known whether splitting it is worth it, then split or relayed whole. To its exchange it
 * looks like one connection. On the exchange's event loop.
 */
public final class BulkRelay extends BodyRelay {
    /** The bytes of a long bulk that are examined before it is split. */
    private static final long FIRST_LOOK = 64 * 1024;

    private final Regrouping regrouping;
    private final Regrouping.Plan plan;
    private final LoopContext loop;
    private final Consumer<Reply> refuse;
    private final ByteQueue window = new ByteQueue();
    private final BulkTrace trace = new BulkTrace();
    private @Nullable HttpRequest head;
    /** The grammar by which an earlier stage found the whole bulk valid; null if there was no such stage. */
    private @Nullable BulkGrammar validFor;

    private @Nullable SplitBulk split;
    private @Nullable WholeRelay whole;
    /** Limits the wait until the cluster has resolved names; null before the bulk waits. */
    private @Nullable Deadline askingEnds;
    /** Whether the bulk waits for that. */
    private boolean asking;
    /** Whether the client's last byte has come. */
    private boolean ended;
    /** Whether the exchange asked for the answer before its source was known. */
    private boolean readWanted;

    private boolean closed;

    /**
     * Makes a relay for one bulk.
     *
     * @param refuse told of an answer of the gateway's own that takes the place of the nodes', before any node has executed
     *     anything unless the server executes bulks while they come, or rounds of this one have ended
     */
    public BulkRelay(Regrouping regrouping, Regrouping.Plan plan, LoopContext loop, Consumer<Reply> refuse) {
        this.regrouping = regrouping;
        this.plan = plan;
        this.loop = loop;
        this.refuse = refuse;
    }

    /** The relay that the exchange writes to: this one, or the stage before it that takes the whole bulk first. */
    public Relay entrance() {
        return regrouping.config().atomic() ? new AtomicRelay(this, regrouping, plan, loop, refuse) : this;
    }

    /** The trace of the bulk so far. */
    public BulkTrace trace() {
        return trace;
    }

    /** The bulk that follows was found valid by this grammar. */
    void validFor(BulkGrammar grammar) {
        validFor = grammar;
    }

    @Override
    public void writeHead(HttpRequest request) {
        head = request;
    }

    @Override
    protected void take(ByteBuf part, boolean last) {
        ended |= last;
        if (closed) {
            part.release();
        } else if (split != null) {
            split.take(part, last);
        } else if (whole != null) {
            whole.write(part, last);
        } else {
            window.add(part);
            long minBytes = regrouping.config().minBytes().bytes();
            if (!asking && (last || window.bytes() >= (plan.known() ? Math.min(minBytes, FIRST_LOOK) : minBytes))) {
                decide();
            }
        }
    }

    // Enough has come to decide whether the bulk is worth splitting.
    private void decide() {
        boolean optional = regrouping.router().isOptional();
        if (optional && ended && window.bytes() < regrouping.config().minBytes().bytes()) {
            relayWhole(WholeReason.SHORT);
            return;
        }
        SplitBulk bulk = newSplit();
        if (!bulk.look(ended)) {
            return;
        }
        if (optional && ended && bulk.items() < regrouping.config().minItems()) {
            relayWhole(WholeReason.FEW_ITEMS);
        } else if (optional && asks(bulk)) {
            withdrawSplit();
        } else if (optional && bulk.isIndivisible()) {
            relayUndivided();
        } else {
            start(bulk);
        }
    }

    private SplitBulk newSplit() {
        var request = new Split.Request(plan, loop, Objects.requireNonNull(head), trace, validFor);
        SplitBulk made = new SplitBulk(regrouping, request, window, user(), refuse);
        split = made;
        return made;
    }

    private void start(SplitBulk bulk) {
        if (readWanted) {
            bulk.read();
        }
        bulk.start();
    }

    /** Whether the bulk waits for names that its view does not know; it is decided about again then, and waits once. */
    private boolean asks(SplitBulk bulk) {
        if (askingEnds != null) {
            return false;
        }
        Deadline ends = loop.loop().deadline(this::onNames);
        askingEnds = ends;
        asking = regrouping
                .viewsOf(regrouping.cluster())
                .ask(bulk.unknownNames(), bulk.view(), loop.loop(), this::onNames);
        if (asking) {
            ends.set(System.nanoTime() + regrouping.config().queueTimeout().toNanos());
        }
        return asking;
    }

    private void onNames() {
        if (asking && !closed) {
            asking = false;
            Objects.requireNonNull(askingEnds).close();
            decide();
            user().onUpstreamWritabilityChanged();
        }
    }

    // A bulk that may be longer than a node takes is sent in parts, one after the other.
    private void relayUndivided() {
        if (ended || !regrouping.splits()) {
            relayWhole(WholeReason.UNKNOWN_NAME);
            return;
        }
        withdrawSplit();
        SplitBulk bulk = newSplit();
        bulk.takeOneLane();
        if (bulk.look(false)) {
            start(bulk);
        }
    }

    private void withdrawSplit() {
        if (split != null) {
            split.withdraw();
            split = null;
        }
    }

    private void relayWhole(WholeReason reason) {
        regrouping.meters().whole(reason.tag());
        trace.relayedWhole(reason);
        withdrawSplit();
        WholeRelay relay = new WholeRelay(
                loop.cluster(regrouping.cluster()), Objects.requireNonNull(head), window, user(), ended, loop, trace);
        whole = relay;
        relay.open();
    }

    private @Nullable UpstreamConnection connection() {
        return whole == null ? null : whole.connection();
    }

    @Override
    public void flush() {
        UpstreamConnection connection = connection();
        if (connection != null) {
            connection.flush();
        }
    }

    @Override
    public boolean isWritable() {
        if (closed) {
            return true;
        }
        if (split != null) {
            return split.isWritable();
        }
        UpstreamConnection connection = connection();
        return whole == null ? !asking : connection != null && connection.isWritable();
    }

    @Override
    public void read() {
        UpstreamConnection connection = connection();
        if (connection != null) {
            connection.read();
        } else if (split != null) {
            split.read();
        } else {
            readWanted = true;
        }
    }

    @Override
    public void release() {
        if (whole != null) {
            whole.release();
        }
        close();
    }

    @Override
    public void releaseUnused() {
        abort();
    }

    @Override
    public void abort() {
        if (whole != null) {
            whole.abort();
        }
        close();
    }

    private void close() {
        closed = true;
        if (askingEnds != null) {
            askingEnds.close();
        }
        window.close();
        if (split != null) {
            split.close();
        }
    }

    @Override
    public void reportSuccess() {
        UpstreamConnection connection = connection();
        if (connection != null) {
            connection.reportSuccess();
        }
    }

    @Override
    public @Nullable UpstreamNode node() {
        UpstreamConnection connection = connection();
        return connection == null ? null : connection.node();
    }
}
