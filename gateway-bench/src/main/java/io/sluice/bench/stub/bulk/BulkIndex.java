package io.sluice.bench.stub.bulk;

import io.sluice.api.BulkOperation;
import io.sluice.bench.stub.cluster.Murmur3;
import io.sluice.bench.stub.cluster.StubIndex;
import java.util.EnumMap;
import org.jspecify.annotations.Nullable;

/** One index as one bulk sees it: its counts are added to the index when the bulk has ended. On the bulk's event loop. */
final class BulkIndex {
    private static final int MOST_RESERVED = 256;

    private final StubIndex index;
    private final @Nullable String routing;
    private final int node;
    private final ItemTemplates templates;
    private final EnumMap<BulkOperation, byte[]> heads = new EnumMap<>(BulkOperation.class);
    private final boolean spread;
    private long documents;
    private long bytes;
    private long misrouted;
    private long nextSequence;
    private long reservedTo;
    private int reservation;

    /**
     * @param node the ordinal of the node that was asked
     * @param routing of the name by which the index is called; null for most
     */
    BulkIndex(StubIndex index, @Nullable String routing, int node, ItemTemplates templates) {
        this.index = index;
        this.routing = routing;
        this.node = node;
        this.templates = templates;
        this.spread = index.spread();
    }

    /** The routing of the name by which it is called; null for most. */
    @Nullable String routing() {
        return routing;
    }

    /** A comma, and what an item begins with, up to its id. */
    byte[] head(BulkOperation operation) {
        byte[] head = heads.get(operation);
        if (head == null) {
            head = templates.head(operation, index.name());
            heads.put(operation, head);
        }
        return head;
    }

    /** Whether documents may be sent to a node that does not hold them. */
    boolean spread() {
        return spread;
    }

    /** The ordinal of the node that holds documents with this routing hash. */
    int nodeOfHash(int routingHash) {
        return index.nodeOfHash(routingHash);
    }

    /** The hash of a document with this routing; it needs its id where routings are partitioned. */
    int hashOf(String ofRouting, @Nullable String id) {
        int hash = Murmur3.hash(ofRouting);
        return id == null || index.partitionSize() == 1 ? hash : index.hashOf(hash, Murmur3.hash(id));
    }

    /** Whether its routings are partitioned. */
    boolean partitioned() {
        return index.partitionSize() > 1;
    }

    /** Takes the next {@code _seq_no}; they are reserved ever more at once, since several loops draw from one index. */
    long nextSequence() {
        if (nextSequence == reservedTo) {
            reservation = Math.min(MOST_RESERVED, reservation * 2 + 1);
            nextSequence = index.reserveSequences(reservation);
            reservedTo = nextSequence + reservation;
        }
        return nextSequence++;
    }

    /** Counts one document of {@code size} bytes. */
    void count(long size, boolean toWrongNode) {
        documents++;
        bytes += size;
        if (toWrongNode) {
            misrouted++;
        }
    }

    /** Tells the index what was counted. */
    void flush() {
        index.count(node, documents, bytes, misrouted);
        documents = 0;
        bytes = 0;
        misrouted = 0;
    }
}
