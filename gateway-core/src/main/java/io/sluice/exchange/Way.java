package io.sluice.exchange;

import io.sluice.api.Reply;
import io.sluice.failure.Failure;
import io.sluice.queue.QueueDecision;
import io.sluice.queue.QueueEntrance;
import io.sluice.regroup.BulkRelay;
import io.sluice.regroup.LoopContext;
import io.sluice.regroup.Regrouping;
import io.sluice.regroup.WholeReason;
import io.sluice.upstream.Relay;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where a request goes once the filters have planned it. */
sealed interface Way {

    /**
     * To one node of its cluster.
     *
     * @param reason why a bulk goes there of a flow that regroups bulks; null for other requests
     */
    record OneNode(@Nullable WholeReason reason) implements Way {
        /** The way of requests that nothing but a node was to take. */
        static final OneNode PLAIN = new OneNode(null);
    }

    /** Nowhere: it fails. */
    record Failing(Failure failure) implements Way {}

    /**
     * Nowhere: it is answered here.
     *
     * @param failure what the answer means; null if its status tells
     */
    record Answered(Reply reply, @Nullable Failure failure) implements Way {}

    /** To a relay that reads its body as the client meant it, not as it is encoded. */
    sealed interface Read extends Way {

        /**
         * Makes the relay.
         *
         * @param refuse told of an answer that takes the place of the relay's
         */
        Relay open(LoopContext on, Consumer<Reply> refuse, ExchangeRecord record);
    }

    /** A bulk that is taken apart. */
    record Regrouped(Regrouping regrouping, Regrouping.Plan plan) implements Read {
        @Override
        public Relay open(LoopContext on, Consumer<Reply> refuse, ExchangeRecord record) {
            BulkRelay relay = new BulkRelay(regrouping, plan, on, refuse);
            record.regrouping(relay.trace());
            return relay.entrance();
        }
    }

    /** A write that a queue keeps. */
    record Queued(QueueEntrance queue, QueueDecision.Keep write) implements Read {
        @Override
        public Relay open(LoopContext on, Consumer<Reply> refuse, ExchangeRecord record) {
            return queue.relay(write, on, refuse, record::waitsForCluster);
        }
    }

    /** The way that a decision about regrouping means. */
    static Way of(Regrouping regrouping, Regrouping.Decision decision) {
        return switch (decision) {
            case Regrouping.Whole whole -> whole.reason() == null ? OneNode.PLAIN : new OneNode(whole.reason());
            case Regrouping.Refusal refusal -> new Failing(refusal.failure());
            case Regrouping.Plan plan -> new Regrouped(regrouping, plan);
        };
    }

    /** The way that a queue's decision means. */
    static Way of(QueueEntrance queue, QueueDecision decision) {
        return switch (decision) {
            case QueueDecision.Pass pass -> OneNode.PLAIN;
            case QueueDecision.Refusal refusal -> new Answered(refusal.reply(), null);
            case QueueDecision.NotTaken not -> new Answered(not.reply(), not.failure());
            case QueueDecision.Keep keep -> new Queued(queue, keep);
        };
    }
}
