package io.sluice.bench.stub.bulk;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.FastThreadLocal;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkOperation;
import io.sluice.api.Reply;
import io.sluice.bench.stub.cluster.Murmur3;
import io.sluice.bench.stub.cluster.StubCluster;
import io.sluice.bench.stub.cluster.StubNode;
import io.sluice.bench.stub.http.StubExchange;
import io.sluice.bench.stub.http.StubReply;
import io.sluice.bench.stub.service.WorkerQueue;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.bulk.line.BulkLine;
import io.sluice.bulk.line.BulkSplitter;
import io.sluice.bulk.verdict.BulkGrammar;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One bulk request: counts its items, checks their placement, and builds their answer while the body streams in. Lines are read
 * with the gateway's reader, places are computed by the stub alone.
 */
public final class BulkExchange implements StubExchange, BulkSplitter.Target {
    private static final ItemTemplates TYPED = new ItemTemplates(true);
    private static final ItemTemplates TYPELESS = new ItemTemplates(false);
    private static final FastThreadLocal<AutoIds> AUTO_IDS = new FastThreadLocal<>() {
        @Override
        protected AutoIds initialValue() {
            return new AutoIds();
        }
    };

    private final StubCluster cluster;
    private final StubNode node;
    private final BooleanSupplier rejectItem;
    private final Defaults defaults;
    private final BulkSplitter splitter;
    private final ItemWriter writer;
    private final AutoIds autoIds = AUTO_IDS.get();
    private final long started = System.nanoTime();

    private final BulkIndices indices;

    private @Nullable BulkIndex index;
    private final long[] documentsOfNode;
    private boolean itemOpen;
    /** The part of the current item that has arrived. */
    private long itemBytes;

    /** Why the stub refuses the bulk; null if it does not. */
    private @Nullable String wrong;

    /** The ordinal of the node that holds the item's document; the one that was asked where any may take it. */
    private int itemNode;

    private long forwardedBytes;
    private boolean errors;
    private long documents;
    private long misrouted;

    /**
     * What the URL says for items whose lines are silent.
     *
     * @param index the one of the path, null if it names none
     * @param routing null if there is none
     */
    public record Defaults(@Nullable String index, @Nullable String routing) {}

    /**
     * @param node the node that was asked
     * @param rejectItem drawn once for each item: true answers it with 429
     */
    public BulkExchange(
            StubCluster cluster,
            StubNode node,
            Defaults defaults,
            BooleanSupplier rejectItem,
            ByteBufAllocator allocator) {
        this.cluster = cluster;
        this.node = node;
        this.rejectItem = rejectItem;
        this.defaults = defaults;
        BulkGrammar grammar = cluster.typed() ? BulkGrammar.ELASTICSEARCH_7 : BulkGrammar.ELASTICSEARCH_8;
        this.splitter = BulkSplitter.ofValid(BulkDefaults.NONE, BulkLimits.DEFAULT, grammar, this);
        ItemTemplates templates = cluster.typed() ? TYPED : TYPELESS;
        this.documentsOfNode =
                new long[cluster.queues().none() ? 0 : cluster.nodes().size()];
        this.indices = new BulkIndices(cluster, node, templates);
        this.writer = new ItemWriter(templates, allocator);
    }

    @Override
    public void body(ByteBuf chunk) {
        if (wrong == null) {
            splitter.write(chunk);
        }
    }

    @Override
    public StubReply end() {
        splitter.end();
        Reply refusal = splitter.refusal();
        if (itemOpen) {
            writer.undo();
        }
        count();
        if (wrong != null) {
            writer.discard();
            return StubReply.error(400, "illegal_argument_exception", wrong);
        }
        if (refusal != null) {
            writer.discard();
            return new StubReply(refusal.status(), Unpooled.wrappedBuffer(refusal.body()), StubReply.JSON);
        }
        if (writer.isEmpty()) {
            writer.discard();
            return StubReply.error(
                    400, "action_request_validation_exception", "Validation Failed: 1: no requests added;");
        }
        double work = cluster.queues().nanos(System.nanoTime(), node.ordinal(), documentsOfNode, forwardedBytes);
        if (work == WorkerQueue.REFUSED) {
            writer.discard();
            return StubReply.error(
                    429, "es_rejected_execution_exception", "rejected execution: a node's write queue is full");
        }
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started + (long) work);
        String head = cluster.typed()
                ? "{\"took\":" + took + ",\"errors\":" + errors + ",\"items\":"
                : "{\"errors\":" + errors + ",\"took\":" + took + ",\"items\":";
        return new StubReply(200, writer.take(head, "]}"), StubReply.JSON, (long) work);
    }

    @Override
    public void discard() {
        count();
        writer.discard();
    }

    @Override
    public int place(BulkLine action, int position) {
        String id = action.id();
        BulkIndex target = target(action);
        if (wrong == null && target == null) {
            wrong = "Validation Failed: 1: index is missing;";
        } else if (wrong == null && id == null && needsId(action.operation())) {
            wrong = "Validation Failed: 1: id is missing;";
        }
        if (wrong != null || target == null) {
            return BulkSplitter.DISCARD;
        }
        itemNode = target.spread() ? holder(action, id, target) : node.ordinal();
        itemOpen = true;
        itemBytes = 0;
        index = target;
        String given = id == null ? autoIds.next() : id;
        if (rejectItem.getAsBoolean()) {
            errors = true;
            writer.rejected(action.operation(), given, target);
        } else {
            writer.executed(action.operation(), given, target, outcome(action.operation(), id));
        }
        return 0;
    }

    private static boolean needsId(BulkOperation operation) {
        return operation == BulkOperation.UPDATE || operation == BulkOperation.DELETE;
    }

    @Override
    public void append(int place, byte[] bytes, int from, int to) {
        itemBytes += to - from;
    }

    @Override
    public void itemEnded(int place) {
        itemOpen = false;
        boolean itemMisrouted = itemNode != node.ordinal();
        documents++;
        if (itemMisrouted) {
            misrouted++;
            forwardedBytes += itemBytes;
        }
        if (index != null) {
            index.count(itemBytes, itemMisrouted);
        }
        if (documentsOfNode.length > 0) {
            documentsOfNode[itemNode]++;
        }
    }

    private @Nullable BulkIndex target(BulkLine action) {
        String name = action.index();
        String named = name == null ? defaults.index() : name;
        return named == null ? null : indices.find(named);
    }

    /** The ordinal of the node that holds the document; an item without id and routing may be sent to any. */
    private int holder(BulkLine action, @Nullable String id, BulkIndex target) {
        String routing = routing(action, target);
        if (routing == null) {
            return id == null ? node.ordinal() : target.nodeOfHash(Murmur3.hash(id));
        }
        return id != null || !target.partitioned() ? target.nodeOfHash(target.hashOf(routing, id)) : node.ordinal();
    }

    private @Nullable String routing(BulkLine action, BulkIndex target) {
        String routing = action.routing();
        if (routing != null) {
            return routing;
        }
        return target.routing() == null ? defaults.routing() : target.routing();
    }

    private static ItemOutcome outcome(BulkOperation operation, @Nullable String id) {
        return id == null ? ItemOutcome.CREATED : ItemOutcome.of(operation, id);
    }

    /** Tells the counters that others read what was counted here. */
    private void count() {
        node.counters().documents().add(documents);
        node.counters().misrouted().add(misrouted);
        indices.flush();
        documents = 0;
        misrouted = 0;
    }
}
