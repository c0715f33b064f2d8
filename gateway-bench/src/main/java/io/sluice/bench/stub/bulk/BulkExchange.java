package io.sluice.bench.stub.bulk;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.FastThreadLocal;
import io.sluice.bench.stub.cluster.Murmur3;
import io.sluice.bench.stub.cluster.StubCluster;
import io.sluice.bench.stub.cluster.StubIndex;
import io.sluice.bench.stub.cluster.StubNode;
import io.sluice.bench.stub.http.Exchange;
import io.sluice.bench.stub.http.Reply;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One bulk request: counts its items, checks their placement, and builds their answer while the body streams in. */
public final class BulkExchange implements Exchange, BulkScanner.Items {
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

    private @Nullable StubIndex index;
    private boolean itemOpen;
    private boolean itemMisrouted;
    private boolean errors;
    private long documents;
    private long misrouted;

    /**
     * @param node the node that was asked
     * @param defaultIndex the index of the path, null if it names none
     * @param rejectItem drawn once for each item: true answers it with 429
     */
    public BulkExchange(
            StubCluster cluster,
            StubNode node,
            @Nullable String defaultIndex,
            BooleanSupplier rejectItem,
            ByteBufAllocator allocator) {
        this.cluster = cluster;
        this.node = node;
        this.rejectItem = rejectItem;
        this.defaultIndex = defaultIndex == null ? null : defaultIndex.getBytes(StandardCharsets.UTF_8);
        this.writer = new ItemWriter(cluster.typed() ? TYPED : TYPELESS, allocator);
    }

    @Override
    public void body(ByteBuf chunk) {
        scanner.feed(chunk);
    }

    @Override
    public Reply end() {
        String wrong = scanner.finish();
        if (itemOpen) {
            writer.undo();
        }
        node.counters().documents().add(documents);
        node.counters().misrouted().add(misrouted);
        if (wrong != null) {
            writer.discard();
            return Reply.error(400, "illegal_argument_exception", wrong);
        }
        if (writer.isEmpty()) {
            writer.discard();
            return Reply.error(400, "action_request_validation_exception", "Validation Failed: 1: no requests added;");
        }
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
        String head = cluster.typed()
                ? "{\"took\":" + took + ",\"errors\":" + errors + ",\"items\":["
                : "{\"errors\":" + errors + ",\"took\":" + took + ",\"items\":[";
        return new Reply(200, writer.take(head, "]}"), Reply.JSON);
    }

    @Override
    public void discard() {
        writer.discard();
    }

    @Override
    public @Nullable String action(ActionLine line) {
        StubIndex target = target(line);
        if (target == null) {
            return "Validation Failed: 1: index is missing;";
        }
        if (!line.id.present() && (line.operation == BulkOperation.UPDATE || line.operation == BulkOperation.DELETE)) {
            return "Validation Failed: 1: id is missing;";
        }
        Utf8Slice id = line.id.present() ? line.id : autoIds.next();
        int hash = Murmur3.hash(id.bytes, id.from, id.to);
        itemMisrouted = misplaced(line, target, hash);
        itemOpen = true;
        index = target;
        if (rejectItem.getAsBoolean()) {
            errors = true;
            writer.rejected(line, id, target);
        } else {
            writer.executed(line, id, target, outcome(line, hash));
        }
        return null;
    }

    @Override
    public void itemEnd(long bytes) {
        itemOpen = false;
        documents++;
        if (itemMisrouted) {
            misrouted++;
        }
        if (index != null) {
            index.count(node.ordinal(), bytes, itemMisrouted);
        }
    }

    private @Nullable StubIndex target(ActionLine line) {
        Utf8Slice name = line.index;
        if (name.present()) {
            return cluster.indices().findOrCreate(name.bytes, name.from, name.to);
        }
        return defaultIndex == null ? null : cluster.indices().findOrCreate(defaultIndex, 0, defaultIndex.length);
    }

    private boolean misplaced(ActionLine line, StubIndex target, int idHash) {
        Utf8Slice routing = line.routing;
        if (!routing.present() && !line.id.present()) {
            return false;
        }
        int hash = routing.present() ? Murmur3.hash(routing.bytes, routing.from, routing.to) : idHash;
        return target.nodeOf(target.shardOf(hash)) != node.ordinal();
    }

    private static ItemOutcome outcome(ActionLine line, int idHash) {
        return line.id.present() ? ItemOutcome.of(line.operation, idHash) : ItemOutcome.CREATED;
    }
}
