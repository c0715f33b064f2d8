package io.sluice.bench.stub.bulk;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.FastThreadLocal;
import io.sluice.bench.stub.cluster.Murmur3;
import io.sluice.bench.stub.cluster.StubCluster;
import io.sluice.bench.stub.cluster.StubNode;
import io.sluice.bench.stub.http.StubExchange;
import io.sluice.bench.stub.http.StubReply;
import io.sluice.bench.stub.service.WorkerQueue;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One bulk request: counts its items, checks their placement, and builds their answer while the body streams in. */
public final class BulkExchange implements StubExchange, BulkScanner.Items {
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
    private final byte @Nullable [] defaultIndex;
    private final BulkScanner scanner = new BulkScanner(this);
    private final ItemWriter writer;
    private final AutoIds autoIds = AUTO_IDS.get();
    private final long started = System.nanoTime();

    private final BulkIndices indices;
    private final Utf8Slice urlRouting = new Utf8Slice();

    private @Nullable BulkIndex index;
    private final long[] documentsOfNode;
    private boolean itemOpen;
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
        this.defaultIndex = defaults.index() == null ? null : defaults.index().getBytes(StandardCharsets.UTF_8);
        if (defaults.routing() != null) {
            urlRouting.set(defaults.routing());
        }
        ItemTemplates templates = cluster.typed() ? TYPED : TYPELESS;
        this.documentsOfNode =
                new long[cluster.queues().none() ? 0 : cluster.nodes().size()];
        this.indices = new BulkIndices(cluster, node, templates);
        this.writer = new ItemWriter(templates, allocator);
    }

    @Override
    public void body(ByteBuf chunk) {
        scanner.feed(chunk);
    }

    @Override
    public StubReply end() {
        String wrong = scanner.finish();
        if (itemOpen) {
            writer.undo();
        }
        count();
        if (wrong != null) {
            writer.discard();
            return StubReply.error(400, "illegal_argument_exception", wrong);
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
    public @Nullable String action(ActionLine line) {
        BulkIndex target = target(line);
        if (target == null) {
            return "Validation Failed: 1: index is missing;";
        }
        if (!line.id.present() && (line.operation == BulkOperation.UPDATE || line.operation == BulkOperation.DELETE)) {
            return "Validation Failed: 1: id is missing;";
        }
        itemNode = target.spread() ? holder(line, target) : node.ordinal();
        itemOpen = true;
        index = target;
        Utf8Slice id = line.id.present() ? line.id : autoIds.next();
        if (rejectItem.getAsBoolean()) {
            errors = true;
            writer.rejected(line, id, target);
        } else {
            writer.executed(line, id, target, outcome(line));
        }
        return null;
    }

    @Override
    public void itemEnd(long bytes) {
        itemOpen = false;
        boolean itemMisrouted = itemNode != node.ordinal();
        documents++;
        if (itemMisrouted) {
            misrouted++;
            forwardedBytes += bytes;
        }
        if (index != null) {
            index.count(bytes, itemMisrouted);
        }
        if (documentsOfNode.length > 0) {
            documentsOfNode[itemNode]++;
        }
    }

    private @Nullable BulkIndex target(ActionLine line) {
        Utf8Slice name = line.index;
        if (name.present()) {
            return indices.find(name.bytes, name.from, name.to);
        }
        return defaultIndex == null ? null : indices.find(defaultIndex, 0, defaultIndex.length);
    }

    /** The ordinal of the node that holds the document; an item without id and routing may be sent to any. */
    private int holder(ActionLine line, BulkIndex target) {
        Utf8Slice routing = routing(line, target);
        if (!routing.present()) {
            return line.id.present()
                    ? target.nodeOfHash(Murmur3.hash(line.id.bytes, line.id.from, line.id.to))
                    : node.ordinal();
        }
        return line.id.present() || !target.partitioned()
                ? target.nodeOfHash(target.hashOf(routing, line.id))
                : node.ordinal();
    }

    private Utf8Slice routing(ActionLine line, BulkIndex target) {
        if (line.routing.present()) {
            return line.routing;
        }
        return target.routing().present() ? target.routing() : urlRouting;
    }

    private static ItemOutcome outcome(ActionLine line) {
        return line.id.present() ? ItemOutcome.of(line.operation, line.id.fingerprint()) : ItemOutcome.CREATED;
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
