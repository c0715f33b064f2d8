package io.sluice.bulk.answer;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkOperation;
import io.sluice.bulk.line.RequestItems;
import io.sluice.bulk.line.SentItems;
import io.sluice.json.JsonBuffer;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Items that the gateway answers itself, because no server did. Their index and id are read again from the bytes that were kept of
 * the request; where there are none, {@code _index} is empty and {@code _id} null. As in a server's results, {@code _index} is the
 * index behind an alias or a data stream, where that is known. On the exchange's event loop.
 */
public final class FailedItems implements ItemSource {

    private static final int FLUSH = 8 << 10;

    private final ItemFailure failure;
    private final List<ByteBuf> request;
    private final RequestItems items;
    private final @Nullable String defaultIndex;
    private final UnaryOperator<String> indices;
    private final @Nullable ItemOrder order;
    private final int sub;
    private final JsonBuffer line = new JsonBuffer();

    private int left;
    private int position;
    private boolean closed;

    private FailedItems(ItemFailure failure, int count, SentItems kept, @Nullable ItemOrder order, int sub) {
        this.failure = failure;
        this.left = count;
        this.request = kept.buffers();
        this.items = new RequestItems(kept);
        this.defaultIndex = kept.defaults().index();
        this.indices = kept.indices();
        this.order = order;
        this.sub = sub;
    }

    /** All items of a sub-request, of which fewer or none may have been kept; what was kept is given away. */
    public static FailedItems of(ItemFailure failure, ItemOrder order, int sub, int count, SentItems kept) {
        return new FailedItems(failure, count, kept, order, sub);
    }

    /** The items of a retry, all of which were kept; they are given away. */
    public static FailedItems ofRetry(ItemFailure failure, int count, SentItems kept) {
        return new FailedItems(failure, count, kept, null, 0);
    }

    @Override
    public boolean headRead() {
        return true;
    }

    @Override
    public List<HeadMember> head() {
        return List.of();
    }

    @Override
    public boolean errors() {
        return true;
    }

    @Override
    public long took() {
        return 0;
    }

    @Override
    public long ingestTook() {
        return 0;
    }

    @Override
    public int ready() {
        return closed ? 0 : left;
    }

    @Override
    public void writeNext(int count, ByteBuf out) {
        line.clear();
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                line.raw(",");
            }
            item();
            if (line.length() >= FLUSH) {
                out.writeBytes(line.bytes(), 0, line.length());
                line.clear();
            }
        }
        out.writeBytes(line.bytes(), 0, line.length());
    }

    private void item() {
        boolean known = items.next();
        BulkOperation operation = operation(known);
        line.raw("{\"").raw(operation.key()).raw("\":{\"_index\":");
        String index = known ? items.action().index() : defaultIndex;
        line.string("", index == null ? "" : indices.apply(index));
        if (failure.typed()) {
            line.raw(",\"_type\":\"_doc\"");
        }
        line.raw(",\"_id\":");
        String id = known ? items.action().id() : null;
        if (id == null) {
            line.raw("null");
        } else {
            line.string("", id);
        }
        line.raw(",\"status\":").number(failure.status());
        line.raw(",\"error\":{\"type\":").string("", failure.type());
        line.raw(",\"reason\":").string("", failure.reason()).raw("}}}");
    }

    private BulkOperation operation(boolean known) {
        left--;
        if (order == null) {
            if (!known) {
                throw new IllegalStateException("the request has fewer items than the answer");
            }
            return items.action().operation();
        }
        position = order.next(sub, position) + 1;
        return order.operation(position - 1);
    }

    @Override
    public void skipNext(int count) {
        for (int i = 0; i < count; i++) {
            operation(items.next());
        }
    }

    @Override
    public long buffered() {
        return 0;
    }

    @Override
    public boolean ended() {
        return true;
    }

    @Override
    public @Nullable String broken() {
        return null;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            request.forEach(ByteBuf::release);
        }
    }
}
