package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.api.UpstreamCredentials;
import io.sluice.bulk.answer.ItemResult;
import io.sluice.bulk.answer.SubAnswer;
import io.sluice.config.UpstreamTimeouts;
import io.sluice.failure.Failure;
import io.sluice.regroup.BulkRelay;
import io.sluice.regroup.LoopContext;
import io.sluice.regroup.RefusedAnswer;
import io.sluice.regroup.Regrouping;
import io.sluice.upstream.ConnectionWait;
import io.sluice.upstream.ConnectionWaiter;
import io.sluice.upstream.Deadline;
import io.sluice.upstream.GuardedLoop;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.Patience;
import io.sluice.upstream.Relay;
import io.sluice.upstream.UpstreamConnection;
import io.sluice.upstream.UpstreamNode;
import io.sluice.upstream.UpstreamUser;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One bulk that a queue sends to its cluster, once: to one node, or regrouped. Tells what came of it exactly once, unless it is
 * aborted; before that, perhaps, that it takes long. On its lane's event loop.
 */
final class Attempt implements UpstreamUser, ConnectionWaiter {
    private static final String NDJSON = "application/x-ndjson";
    /** So long a node waits for a shard that is not there; the default of a minute would hold up other indices. */
    static final RequestHead FIRST = bulk("5s");
    /** For items that did not find theirs before. */
    static final RequestHead AGAIN = bulk("1s");

    private static final int OK = 200;
    /** A result of an item has less: a longer one is of no use. */
    private static final long LONGEST_RESULT = 16 << 20;

    private static final byte[] NOTHING = {};

    private final QueueTerms terms;
    private final List<StoredItem> items;
    private final RequestHead head;
    private final Listener listener;
    private final GuardedLoop guarded;
    private final LoopCluster cluster;
    private final LoopContext context;
    private final Deadline answerEnds;
    /** When it ends at the latest, as {@link System#nanoTime} counts, however slowly an answer comes; set when it is sent. */
    private long lastEnd;

    private @Nullable ConnectionWait wait;
    private @Nullable Relay relay;
    private @Nullable SubAnswer answer;
    private @Nullable RefusedAnswer refused;
    /** Whether the one node that has the bulk should have answered, and is waited for none the less. */
    private boolean late;

    private boolean over;

    /** Who is told of an attempt. */
    interface Listener {
        /** A node has not answered in time. It is waited for, as it may yet execute what it was sent. */
        void onLate(UpstreamNode node);

        /** What came of it. */
        void onResult(AttemptResult result);
    }

    private static RequestHead bulk(String timeout) {
        RequestTarget target = RequestTarget.parse("/_bulk?timeout=" + timeout);
        return new RequestHead("POST", target, Headers.of("Content-Type", NDJSON));
    }

    /**
     * @param items at least one
     * @param head {@link #FIRST} or {@link #AGAIN}, with the queue's {@link QueueVia}
     */
    Attempt(QueueTerms terms, List<StoredItem> items, RequestHead head, EventLoop loop, Listener listener) {
        this.terms = terms;
        this.items = items;
        this.head = head;
        this.listener = listener;
        this.guarded = new GuardedLoop(loop, this);
        this.cluster = terms.cluster(loop);
        UpstreamCredentials own = cluster.cluster().config().auth() == null ? null : UpstreamCredentials.ofCluster();
        Patience patience = new Patience(terms.config().retry().patience().toNanos(), listener::onLate);
        this.context = new LoopContext(
                guarded, PooledByteBufAllocator.DEFAULT, terms.clusters().apply(loop), null, own, patience, null);
        this.answerEnds = guarded.deadline(this::onLate);
    }

    /** Begins; the result may be told before this returns. */
    void start() {
        if (awaitsServers()) {
            terms.views().refreshSoon();
            end(new AttemptResult.NotExecuted(
                    "it is not known yet whether the cluster's servers take the types of items", false));
            return;
        }
        Regrouping regrouping = terms.regrouping();
        Regrouping.Decision decision =
                regrouping == null ? Regrouping.Whole.NO_BULK : regrouping.decide(head, length(), null);
        if (regrouping != null && decision instanceof Regrouping.Plan plan) {
            send(new BulkRelay(regrouping, plan, context, this::onRefusal).entrance());
        } else if (decision instanceof Regrouping.Refusal refusal) {
            end(new AttemptResult.NotExecuted(refusal.failure().reason(), false));
        } else {
            wait = cluster.acquire(this, List.of(), null);
        }
    }

    // Servers with types may make an index of another type of an item without its own, and others refuse one with it.
    private boolean awaitsServers() {
        return !terms.views().current().knowsServers()
                && !terms.views().isRefused()
                && items.stream().anyMatch(item -> item.action().typed());
    }

    private long length() {
        return items.stream().mapToLong(StoredItem::length).sum();
    }

    @Override
    public void onConnection(UpstreamConnection connection) {
        wait = null;
        if (over) {
            connection.releaseUnused();
        } else {
            send(connection);
        }
    }

    @Override
    public void onNoConnection(UpstreamNode node, Failure failure) {
        wait = null;
        end(new AttemptResult.NotExecuted(failure.reason(), false));
    }

    private void send(Relay to) {
        UpstreamTimeouts timeouts = cluster.cluster().config().timeouts();
        lastEnd = System.nanoTime()
                + timeouts.response().toNanos()
                + context.patience().nanos()
                + timeouts.total().toNanos();
        relay = to;
        to.begin(this);
        HttpRequest request = new DefaultHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.POST, head.target().raw());
        head.headers().forEach((name, value) -> request.headers().add(name, value));
        if (to instanceof UpstreamConnection connection) {
            cluster.address(request.headers(), connection.node(), context.credentials());
        }
        try (BulkBody body = new BulkBody(items, terms.views().current().takesTypes(), context.allocator())) {
            request.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length());
            to.writeHead(request);
            while (!over && !body.isEmpty()) {
                to.writeBody(body.next());
            }
        }
        if (!over) {
            to.write(LastHttpContent.EMPTY_LAST_CONTENT);
            to.flush();
        }
        if (!over) {
            awaitAnswer();
            to.read();
        }
    }

    private void awaitAnswer() {
        long nanos = cluster.cluster().config().timeouts().response().toNanos();
        endIn(nanos);
    }

    private void endIn(long nanos) {
        long now = System.nanoTime();
        answerEnds.set(now + Math.min(nanos, lastEnd - now));
    }

    // A relay over several nodes bounds its waits itself. Whoever has begun to answer has executed all of it.
    private void onLate() {
        UpstreamNode node = relay == null ? null : relay.node();
        if (System.nanoTime() - lastEnd >= 0) {
            end(new AttemptResult.Unknown(
                    "the answer was not complete in time" + (node == null ? "" : ", from " + node), true));
            return;
        }
        if (node == null) {
            awaitAnswer();
            return;
        }
        boolean answering = answer != null || refused != null;
        Patience patience = answering ? Patience.NONE : context.patience();
        if (!late && patience.begins(node)) {
            late = true;
            endIn(patience.nanos());
        } else {
            end(new AttemptResult.Unknown("node " + node + " did not answer in time", true));
        }
    }

    private void onRefusal(Reply reply) {
        end(new AttemptResult.Refused(reply.status(), reply.body(), false));
    }

    @Override
    public void onResponseHead(HttpResponse head) {
        if (over) {
            return;
        }
        if (relay != null) {
            relay.reportSuccess();
        }
        if (head.status().code() == OK) {
            answer = new SubAnswer(items.size(), LONGEST_RESULT);
        } else {
            refused = new RefusedAnswer(head);
        }
    }

    @Override
    public void onResponseContent(HttpContent content) {
        ByteBuf part = content.content();
        boolean last = content instanceof LastHttpContent;
        if (over) {
            part.release();
            return;
        }
        if (answer != null) {
            answer.write(part);
        } else {
            if (refused != null) {
                refused.add(part);
            }
            part.release();
        }
        if (last) {
            answered();
        } else {
            awaitAnswer();
        }
    }

    private void answered() {
        Relay done = relay;
        relay = null;
        if (done != null) {
            done.release();
        }
        if (answer != null) {
            answer.end();
            end(read(answer));
        } else if (refused != null) {
            end(judged(refused));
        }
    }

    private AttemptResult judged(RefusedAnswer refused) {
        if (refused.mayBeForAnItem()) {
            return new AttemptResult.Refused(refused.status(), refused.body(), runsWhileItArrives());
        }
        String reason = "the cluster answered with status " + refused.status() + ": " + refused.reason();
        return refused.saysThatNothingRan()
                ? new AttemptResult.NotExecuted(reason, false)
                : new AttemptResult.Unknown(reason, false);
    }

    private AttemptResult read(SubAnswer from) {
        if (!from.ended() && !from.isCut()) {
            return new AttemptResult.Unknown("the cluster's answer cannot be read: " + from.broken(), false);
        }
        AttemptResult.ItemAnswer[] answers = new AttemptResult.ItemAnswer[items.size()];
        ItemResult result = new ItemResult();
        from.visit((number, bytes, begin, end) -> {
            result.read(bytes, begin, end);
            boolean needed = result.status() >= 300 || items.get(number).isAwaited();
            byte[] shown = needed ? Arrays.copyOfRange(bytes, begin, end) : NOTHING;
            answers[number] =
                    new AttemptResult.ItemAnswer(result.status(), shown, result.isOfPart(), result.partRefused());
        });
        return new AttemptResult.Answered(answers, runsWhileItArrives());
    }

    private boolean runsWhileItArrives() {
        return terms.views().current().runsBulksWhileTheyArrive();
    }

    // A proxy's page is an answer: the cluster did not break off at the items.
    @Override
    public boolean judgesRefusals() {
        return true;
    }

    @Override
    public void onResponseReadComplete() {
        if (!over && relay != null) {
            relay.read();
        }
    }

    @Override
    public void onUpstreamWritabilityChanged() {
        // All of the body was given at once; the records hold its bytes in any case.
    }

    @Override
    public void onUpstreamFailure(Failure failure) {
        if (answer != null) {
            answer.end();
            if (answer.ended() || answer.isCut() && answer.hasArrived()) {
                // The results that came are true.
                end(read(answer));
                return;
            }
        }
        String reason = failure.reason();
        end(
                switch (failure.kind()) {
                    case UPSTREAM_CONNECT, NO_UPSTREAM, OVERLOADED, TOO_LARGE ->
                        new AttemptResult.NotExecuted(reason, false);
                    case NOT_EXECUTED -> new AttemptResult.NotExecuted(reason, true);
                    case UPSTREAM_RESET, UPSTREAM_TIMEOUT, OUTCOME_UNKNOWN -> new AttemptResult.Unknown(reason, true);
                    default -> new AttemptResult.Unknown(reason, false);
                });
    }

    @Override
    public void onThrown(Throwable thrown) {
        terms.errors().report("a bulk of a queue", thrown);
        end(new AttemptResult.Unknown("the gateway failed at the bulk; its log says where: " + thrown, false));
    }

    private void end(AttemptResult result) {
        if (!over) {
            close();
            listener.onResult(result);
        }
    }

    /** Ends without a result. */
    void abort() {
        if (!over) {
            close();
        }
    }

    private void close() {
        over = true;
        answerEnds.close();
        if (wait != null) {
            wait.cancel();
            wait = null;
        }
        Relay used = relay;
        relay = null;
        if (used != null) {
            used.abort();
        }
        if (answer != null) {
            answer.close();
        }
    }
}
