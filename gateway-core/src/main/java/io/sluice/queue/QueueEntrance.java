package io.sluice.queue;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.sluice.api.BulkDefaults;
import io.sluice.api.Headers;
import io.sluice.api.MediaTypes;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.QueueFullException;
import io.sluice.api.queue.RecordQueue;
import io.sluice.bulk.answer.AcceptedForm;
import io.sluice.bulk.answer.ResultView;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.bulk.verdict.BulkParameters;
import io.sluice.chain.AnswerForm;
import io.sluice.config.QueueConfig;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.regroup.LoopContext;
import io.sluice.regroup.Regrouping;
import io.sluice.upstream.Relay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where the writes of flows enter a queue, on the terms of one configuration. Safe from any thread. */
public final class QueueEntrance {
    private static final int NOT_ACCEPTABLE = 406;
    private static final int LOOP_DETECTED = 508;
    private static final int INDEX_AND_TYPE = 3;
    private static final int RETRY_SECONDS = 10;
    private static final String CAME_BACK =
            "the write came back to the queue that sent it: a node of its cluster is the gateway itself";

    private static final String DRAINED = "the queue is being drained and takes nothing";

    private final IngestQueue queue;
    private final QueueTerms terms;
    /** The queue and its copies. */
    private final List<IngestQueue> all;

    private final int maxRecordBytes;

    /** The clusters that the queue and its copies send to. */
    private final Set<String> clusters;

    QueueEntrance(IngestQueue queue, QueueTerms terms, List<IngestQueue> copies, Set<String> clusters) {
        this.queue = queue;
        this.clusters = clusters;
        this.all = new ArrayList<>(copies);
        all.addFirst(queue);
        this.maxRecordBytes =
                all.stream().mapToInt(IngestQueue::maxRecordBytes).min().orElseThrow();
        this.terms = terms;
    }

    /**
     * Looks at a request's head.
     *
     * @param chosen the cluster that a filter chose; null if none did
     */
    public QueueDecision decide(RequestHead head, @Nullable String chosen) {
        if (chosen != null && !chosen.equals(terms.config().cluster())) {
            return QueueDecision.Pass.INSTANCE;
        }
        try {
            return decide(head);
        } catch (IllegalArgumentException e) {
            return QueueDecision.Refusal.of(String.valueOf(e.getMessage()));
        }
    }

    /** Whether a queue would keep such a request, or refuse it, as far as its method and path tell. */
    public static boolean isWrite(RequestHead head) {
        try {
            return Regrouping.isBulk(head)
                    || DocumentWrite.of(head.withTarget(head.target().canonical()), DocumentWrite.Types.ON_LINES)
                            != null;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    private QueueDecision decide(RequestHead head) {
        BulkGrammar servers = terms.views().current().grammar();
        BulkGrammar grammar = servers.compatibleWith(head.headers().get(HttpHeaderNames.CONTENT_TYPE.toString()));
        boolean bulk = Regrouping.isBulk(head);
        RequestHead read = head.withTarget(head.target().canonical());
        DocumentWrite document = bulk ? null : DocumentWrite.of(read, types(servers, head.headers()));
        if (!bulk && document == null) {
            return Regrouping.isOddBulk(head)
                    ? QueueDecision.Refusal.of("servers may take this path for that of a bulk, and a queue does not")
                    : QueueDecision.Pass.INSTANCE;
        }
        if (!all.stream().allMatch(IngestQueue::accepts)) {
            Failure drained = Failure.of(FailureKind.OVERLOADED, DRAINED);
            return new QueueDecision.NotTaken(Reply.busy(DRAINED, RETRY_SECONDS), drained);
        }
        List<String> via = QueueVia.valuesOf(head);
        if (all.stream().anyMatch(each -> each.via().isIn(via))) {
            Reply loop = Reply.error(LOOP_DETECTED, "illegal_argument_exception", CAME_BACK);
            return new QueueDecision.NotTaken(loop, Failure.of(FailureKind.BAD_REQUEST, CAME_BACK));
        }
        Reply refusal = refusal(head, document == null || document.operation().hasSource());
        if (refusal != null) {
            return new QueueDecision.Refusal(refusal);
        }
        String unpromised = WriteParameters.unpromised(read.target());
        if (unpromised != null) {
            return QueueDecision.Refusal.of(unpromised);
        }
        return document == null ? bulk(read, grammar, servers) : keep(read, grammar, document);
    }

    private static DocumentWrite.Types types(BulkGrammar servers, Headers headers) {
        if (servers.has(BulkGrammar.Trait.TYPES)) {
            return DocumentWrite.Types.ON_LINES;
        }
        // A request without a body asks by Accept alone.
        boolean asked = Stream.of(HttpHeaderNames.CONTENT_TYPE, HttpHeaderNames.ACCEPT)
                .map(name -> servers.compatibleWith(headers.get(name.toString())))
                .anyMatch(grammar -> grammar.has(BulkGrammar.Trait.TYPES));
        return asked ? DocumentWrite.Types.IN_PATHS : DocumentWrite.Types.NONE;
    }

    private QueueDecision keep(RequestHead head, BulkGrammar grammar, DocumentWrite document) {
        BulkDefaults url = BulkDefaults.NONE;
        Duration patience = WriteParameters.patience(head.target(), config().maxWait());
        return new QueueDecision.Keep(
                new Write(head, grammar, url, Write.More.NOTHING, ResultView.ALL, typed(), patience, document));
    }

    private QueueDecision bulk(RequestHead head, BulkGrammar grammar, BulkGrammar servers) {
        RequestTarget target = WriteParameters.ofServers(head.target());
        if (!BulkParameters.areUsual(target, grammar)) {
            return QueueDecision.Refusal.of(
                    "the URL has a parameter that a queue cannot keep, or one that no bulk has: " + target.rawQuery());
        }
        String accept = head.headers().get(HttpHeaderNames.ACCEPT.toString());
        if (!AcceptedForm.isJson(accept)) {
            return new QueueDecision.Refusal(notAcceptable(
                    "Accept header [" + accept + "] asks for another form than JSON, in which a queue answers"));
        }
        ResultView answer = ResultView.of(target, accept);
        if (answer == null) {
            return QueueDecision.Refusal.of("a queue answers in JSON, with filter_path of took, errors, items,"
                    + " items.*.NAME and items.*.NAME.NAME only, " + ResultView.MOST_PATHS + " at most");
        }
        boolean alias = target.parameters().stream()
                .anyMatch(parameter -> parameter.name().equals("require_alias") && WriteParameters.flag(parameter));
        String type = servers.has(BulkGrammar.Trait.TYPES) ? type(target) : null;
        Write.More more = new Write.More(alias, type);
        Duration patience = WriteParameters.patience(head.target(), config().maxWait());
        return new QueueDecision.Keep(
                new Write(head, grammar, BulkDefaults.of(target), more, answer, typed(), patience, null));
    }

    private boolean typed() {
        return config().answers() == QueueConfig.Answers.TYPED;
    }

    private static @Nullable String type(RequestTarget target) {
        return target.rawSegments().size() == INDEX_AND_TYPE ? target.segments().get(1) : target.parameter("type");
    }

    private static @Nullable Reply refusal(RequestHead head, boolean hasBody) {
        // Names of the path go on within lines, so nobody splits or decodes them again.
        String ambiguity = head.target().ambiguityToServers();
        if (ambiguity != null) {
            return Reply.error(400, "illegal_argument_exception", ambiguity);
        }
        String type = head.headers().get(HttpHeaderNames.CONTENT_TYPE.toString());
        return !hasBody || MediaTypes.isJson(type)
                ? null
                : notAcceptable("Content-Type header [" + (type == null ? "" : type)
                        + "] is not supported by a queue, which takes JSON");
    }

    private static Reply notAcceptable(String reason) {
        return Reply.error(NOT_ACCEPTABLE, "illegal_argument_exception", reason);
    }

    /**
     * A relay that keeps a write.
     *
     * @param refuse told of an answer that takes the place of the queue's; nothing was kept then
     * @param onWait called when the write is kept and its client waits for the cluster
     */
    public Relay relay(QueueDecision.Keep keep, LoopContext loop, Consumer<Reply> refuse, Runnable onWait) {
        return new QueueRelay(this, keep.write(), loop, refuse, onWait);
    }

    /** The queue's cluster. */
    public String cluster() {
        return terms.config().cluster();
    }

    boolean sendsTo(String cluster) {
        return clusters.contains(cluster);
    }

    QueueConfig config() {
        return terms.config();
    }

    /** So long after it began a request may be answered at the latest, before its exchange ends it. */
    long mostWaitNanos(LoopContext loop) {
        return loop.clusters()
                        .apply(cluster())
                        .cluster()
                        .config()
                        .timeouts()
                        .total()
                        .toNanos()
                / 10
                * 9;
    }

    PendingBytes pending() {
        return queue.pending();
    }

    LaneRecords records(Write write, ByteBufAllocator allocator) {
        return queue.records(write, allocator, maxRecordBytes);
    }

    /** The lanes are to tell what becomes of a write. */
    void await(String receipt, AwaitedWrite write) {
        queue.await(receipt, write);
    }

    /** Nobody waits for the write any longer. */
    void awaitNoLonger(String receipt) {
        queue.awaitNoLonger(receipt);
    }

    /** As {@link RecordQueue#append}; a queue that is being drained is full. */
    CompletionStage<Void> append(List<LaneRecord> records) {
        List<KeepGate> entered = new ArrayList<>(all.size());
        for (IngestQueue each : all) {
            if (!each.gate().enter()) {
                entered.forEach(KeepGate::leave);
                records.forEach(record -> record.bytes().release());
                return CompletableFuture.failedStage(new QueueFullException(DRAINED));
            }
            entered.add(each.gate());
        }
        return appended(records).whenComplete((nothing, failure) -> entered.forEach(KeepGate::leave));
    }

    private CompletionStage<Void> appended(List<LaneRecord> records) {
        try {
            return all.size() == 1 ? queue.append(records) : KeptInAll.append(all, records);
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    /** So many items of one request were kept. */
    void kept(int items, long nanos) {
        queue.meters().kept(items, nanos);
    }

    /** The form of an answer to the write. */
    AnswerForm form(Write write, LoopContext loop) {
        String product = loop.clusters().apply(cluster()).cluster().product().name();
        return AnswerForm.of(write.head().headers(), write.head().target(), product);
    }
}
