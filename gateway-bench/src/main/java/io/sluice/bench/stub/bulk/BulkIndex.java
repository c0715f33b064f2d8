package io.sluice.bench.stub.bulk;

import io.sluice.bench.stub.cluster.Murmur3;
import io.sluice.bench.stub.cluster.StubAlias;
import io.sluice.bench.stub.cluster.StubIndex;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;

/** One index as one bulk sees it: what is counted is told to the index when the bulk has ended. On the bulk's event loop. */
final class BulkIndex {
    private static final int MOST_RESERVED = 256;

    private final StubIndex index;
    private final byte[] name;
    private final Utf8Slice routing = new Utf8Slice();
    private final int node;
    private final ItemTemplates templates;
    private final EnumMap<BulkOperation, byte[]> heads = new EnumMap<>(BulkOperation.class);
    private final boolean spread;
    private final long beginning;
    private long documents;
    private long bytes;
    private long misrouted;
    private long nextSequence;
    private long reservedTo;
    private int reservation;

    /** @param node the ordinal of the node that was asked */
    BulkIndex(StubIndex index, int node, ItemTemplates templates) {
        this(index, index.utf8(), node, templates);
    }

    /** An index by another name. */
    static BulkIndex of(StubAlias alias, int node, ItemTemplates templates) {
        byte[] name = alias.name().getBytes(StandardCharsets.UTF_8);
        BulkIndex made = new BulkIndex(alias.index(), name, node, templates);
        if (alias.routing() != null) {
            made.routing.set(alias.routing());
        }
        return made;
    }

    private BulkIndex(StubIndex index, byte[] name, int node, ItemTemplates templates) {
        this.index = index;
        this.name = name;
        this.node = node;
        this.templates = templates;
        this.spread = index.spread();
        this.beginning = Words.at(utf8(), 0, Math.min(utf8().length, Long.BYTES));
    }

    /** The name by which it is called. */
    byte[] utf8() {
        return name;
    }

    /** The routing of that name; absent for most. */
    Utf8Slice routing() {
        return routing;
    }

    /** The name's first eight bytes. */
    long beginning() {
        return beginning;
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
    int hashOf(Utf8Slice ofRouting, Utf8Slice id) {
        int hash = Murmur3.hash(ofRouting.bytes, ofRouting.from, ofRouting.to);
        return index.partitionSize() == 1 ? hash : index.hashOf(hash, Murmur3.hash(id.bytes, id.from, id.to));
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
