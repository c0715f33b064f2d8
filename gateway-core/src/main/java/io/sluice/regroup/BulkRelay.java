package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.api.Reply;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.BulkSlots;
import io.sluice.upstream.Deadline;
import io.sluice.upstream.Relay;
import io.sluice.upstream.SlotUse;
import io.sluice.upstream.UpstreamConnection;
import io.sluice.upstream.UpstreamNode;
import io.sluice.upstream.UpstreamUser;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One bulk on its way: held until it is known whether splitting it is worth it, given slots at all nodes at once, split while it
 * comes, and answered when the nodes have answered. Or relayed whole. To its exchange it looks like one connection. On the
 * exchange's event loop.
 */
public final class BulkRelay implements Relay, BulkSlots.Waiter {

    /** How far a bulk has come. */
    private enum Phase {
        /** What comes is held. */
        HOLDING,
        /** It waits for slots; what still comes is held. */
        WAITING,
        /** What comes is split and sent. */
        SPLITTING,
        /** All has been sent, answers are awaited and merged. */
        ANSWERING,
        /** It is relayed to one node as it is. */
        WHOLE,
        /** Nothing more happens. */
        OVER
    }

    private final Regrouping regrouping;
    private final Regrouping.Plan plan;
    private final LoopContext loop;
    private final Consumer<Reply> refuse;
    private final Window window = new Window();
    private final Deadline queueEnds;
    private final PaceCheck pace;
    private final BulkTrace trace = new BulkTrace();
    private Phase phase = Phase.HOLDING;
    private @Nullable UpstreamUser user;
    private @Nullable HttpRequest head;
    private @Nullable Split split;
    private BulkSlots.@Nullable Reservation reservation;
    private @Nullable Answers answers;
    private @Nullable WholeRelay whole;
    /** True iff the exchange has asked for the answer and not got any of it. */
    private boolean readWanted;

    private long splitNanos;
    private boolean closed;
    /** True iff the client's last byte has come. */
    private boolean ended;

    /**
     * Makes a relay for one bulk.
     *
     * @param refuse told of an answer of the gateway's own that takes the place of the nodes', before any node has executed
     *     anything unless the server executes bulks while they come
     */
    public BulkRelay(Regrouping regrouping, Regrouping.Plan plan, LoopContext loop, Consumer<Reply> refuse) {
        this.regrouping = regrouping;
        this.plan = plan;
        this.loop = loop;
        this.refuse = refuse;
        this.queueEnds = new Deadline(loop.loop(), this::onQueueTimeout);
        this.pace = new PaceCheck(
                loop.loop(),
                regrouping.config().minBytesPerSecond().bytes(),
                this::isWritable,
                () -> fail(Failure.of(FailureKind.CLIENT_TIMEOUT, "the bulk comes too slowly")));
    }

    /** What is known of the bulk so far. */
    public BulkTrace trace() {
        return trace;
    }

    @Override
    public void begin(UpstreamUser newUser) {
        user = newUser;
    }

    private UpstreamUser user() {
        return Objects.requireNonNull(user);
    }

    @Override
    public void writeHead(HttpRequest request) {
        head = request;
    }

    @Override
    public void writeBody(ByteBuf part) {
        take(part, false);
    }

    @Override
    public void write(HttpObject part) {
        if (part instanceof HttpContent content) {
            take(content.content(), part instanceof LastHttpContent);
        }
    }

    private void take(ByteBuf part, boolean last) {
        ended |= last;
        switch (phase) {
            case HOLDING -> {
                window.add(part);
                if (last || window.bytes() >= regrouping.config().minBytes().bytes()) {
                    decide();
                }
            }
            case WAITING -> window.add(part);
            case SPLITTING -> {
                int length = part.readableBytes();
                splitPart(part);
                pace.received(length, isWritable());
                if (last) {
                    endOfBody();
                }
            }
            case WHOLE -> Objects.requireNonNull(whole).write(part, last);
            case ANSWERING, OVER -> part.release();
        }
    }

    // From here on it is known whether the bulk is worth splitting.
    private void decide() {
        boolean optional = regrouping.router().isOptional();
        if (optional && ended && window.bytes() < regrouping.config().minBytes().bytes()) {
            relayWhole(WholeReason.SHORT);
            return;
        }
        Split begun = Split.begin(
                regrouping, plan, new Split.Carrier(loop, Objects.requireNonNull(head), trace, this::onProgress));
        split = begun;
        for (ByteBuf part : window.parts()) {
            if (!begun.splitter().write(part)) {
                break;
            }
        }
        if (begun.splitter().refusal() != null || ended && !begun.splitter().end()) {
            refuse();
        } else if (optional && begun.distribution().hasUnknownNames()) {
            relayWhole(WholeReason.UNKNOWN_NAME);
        } else if (optional
                && ended
                && begun.splitter().items() < regrouping.config().minItems()) {
            relayWhole(WholeReason.FEW_ITEMS);
        } else {
            window.close();
            reserve(begun);
        }
    }

    private void refuse() {
        Reply reply =
                Objects.requireNonNull(Objects.requireNonNull(split).splitter().refusal());
        refuse.accept(reply);
    }

    private void relayWhole(WholeReason reason) {
        regrouping.meters().whole(reason.tag());
        trace.whole(reason);
        if (split != null) {
            split.abort();
            split = null;
        }
        phase = Phase.WHOLE;
        WholeRelay relay =
                new WholeRelay(loop.cluster(regrouping.cluster()), Objects.requireNonNull(head), window, user(), ended);
        whole = relay;
        relay.open();
    }

    private void reserve(Split begun) {
        begun.distribution().settle();
        phase = Phase.WAITING;
        queueEnds.set(System.nanoTime() + regrouping.config().queueTimeout().toNanos());
        reservation = begun.slots().reserve(begun.nodes(), this, loop.loop());
    }

    @Override
    public void onSlots() {
        if (phase == Phase.WAITING) {
            send(Objects.requireNonNull(split).nodes());
        }
    }

    private void onQueueTimeout() {
        BulkSlots.Reservation waiting = reservation;
        if (phase == Phase.WAITING && split != null && waiting != null) {
            List<UpstreamNode> taken = split.slots().takeWhatIsFree(waiting);
            if (taken.isEmpty()) {
                fail(Failure.of(FailureKind.OVERLOADED, "all nodes work on as many bulks as they can take"));
            } else {
                send(taken);
            }
        }
    }

    private void send(List<UpstreamNode> slots) {
        queueEnds.close();
        reservation = null;
        phase = Phase.SPLITTING;
        pace.start();
        Split sending = Objects.requireNonNull(split);
        sending.lanes().open(slots);
        for (ByteBuf part = window.poll(); part != null && phase == Phase.SPLITTING; part = window.poll()) {
            splitPart(part);
        }
        if (ended && phase == Phase.SPLITTING) {
            endOfBody();
        } else {
            user().onUpstreamWritabilityChanged();
        }
    }

    private void splitPart(ByteBuf part) {
        Split current = Objects.requireNonNull(split);
        long began = System.nanoTime();
        try {
            current.splitter().write(part);
        } finally {
            part.release();
            splitNanos += System.nanoTime() - began;
        }
        Reply tooLarge = current.tooLarge();
        if (current.splitter().refusal() != null) {
            refuse();
        } else if (tooLarge != null) {
            refuse.accept(tooLarge);
        } else {
            current.lanes().flush();
        }
    }

    private void endOfBody() {
        Split current = Objects.requireNonNull(split);
        if (phase != Phase.SPLITTING) {
            return;
        }
        if (!current.splitter().end()) {
            refuse();
            return;
        }
        phase = Phase.ANSWERING;
        pace.close();
        giveBackUnused(current);
        Answers awaited = new Answers(regrouping, plan, current, user());
        answers = awaited;
        current.lanes().complete();
        trace.sent(current);
        if (readWanted) {
            awaited.wanted();
        } else {
            awaited.advance();
        }
    }

    private static void giveBackUnused(Split current) {
        for (UpstreamNode node : current.lanes().takeUnusedSlots()) {
            current.slots().giveBack(node, SlotUse.Unused.INSTANCE);
        }
    }

    // A lane can take more, or something came from its node.
    private void onProgress() {
        switch (phase) {
            case SPLITTING -> {
                Split current = Objects.requireNonNull(split);
                if (current.lanes().areClosed()
                        && current.lanes().all().stream().allMatch(Lane::isDecided)) {
                    // Nobody takes what is still to come.
                    answers = new Answers(regrouping, plan, current, user());
                    if (answers.passOnRefusal() || answers.passOnFailure()) {
                        return;
                    }
                    answers = null;
                }
                current.lanes().all().forEach(Lane::read);
                user().onUpstreamWritabilityChanged();
            }
            case ANSWERING -> Objects.requireNonNull(answers).advance();
            default -> {}
        }
    }

    private void fail(Failure failure) {
        user().onUpstreamFailure(failure);
    }

    @Override
    public void flush() {
        UpstreamConnection connection = whole == null ? null : whole.connection();
        if (connection != null) {
            connection.flush();
        }
    }

    @Override
    public boolean isWritable() {
        return switch (phase) {
            case HOLDING, ANSWERING, OVER -> true;
            case WAITING -> false;
            case SPLITTING -> Objects.requireNonNull(split).lanes().areWritable();
            case WHOLE -> {
                UpstreamConnection connection = Objects.requireNonNull(whole).connection();
                yield connection != null && connection.isWritable();
            }
        };
    }

    @Override
    public void read() {
        UpstreamConnection connection = whole == null ? null : whole.connection();
        if (connection != null) {
            connection.read();
        } else if (answers != null) {
            answers.wanted();
        } else {
            readWanted = true;
        }
        if (phase == Phase.SPLITTING && split != null) {
            split.lanes().all().forEach(Lane::read);
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

    // Aborting a lane whose answer has ended does nothing to its connection, which is in its pool again.
    private void close() {
        phase = Phase.OVER;
        queueEnds.close();
        pace.close();
        window.close();
        if (split != null && !closed) {
            closed = true;
            if (answers != null) {
                trace.failedItems(answers.failedItems());
            }
            trace.record(split, splitNanos, regrouping.meters());
            if (reservation != null) {
                split.slots().cancel(reservation);
                reservation = null;
            }
            giveBackUnused(split);
            split.abort();
        }
        if (answers != null) {
            answers.close();
        }
    }

    @Override
    public void reportSuccess() {
        UpstreamConnection connection = whole == null ? null : whole.connection();
        if (connection != null) {
            connection.reportSuccess();
            trace.node(connection.node());
        }
    }

    @Override
    public boolean boundsItsWaits() {
        return phase != Phase.WHOLE || Objects.requireNonNull(whole).connection() == null;
    }
}
