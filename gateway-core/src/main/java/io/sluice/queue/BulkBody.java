package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.bulk.line.BulkLine;
import io.sluice.json.JsonBuffer;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The body of one bulk, in parts. A line is kept as it was accepted; here it loses what the servers that get it do not
 * take. Owns its parts until they are taken. On its lane's event loop.
 */
final class BulkBody implements AutoCloseable {
    private final ByteBufAllocator allocator;
    /** Whether the servers take a {@code _type}. */
    private final boolean types;

    private final ArrayDeque<ByteBuf> parts = new ArrayDeque<>();
    private final BulkEdit edit = new BulkEdit();
    private final JsonBuffer line = new JsonBuffer();
    private long length;

    /** @param types whether all servers that the bulk may reach take a {@code _type} */
    BulkBody(List<StoredItem> items, boolean types, ByteBufAllocator allocator) {
        this.types = types;
        this.allocator = allocator;
        int i = 0;
        while (i < items.size()) {
            StoredItem first = items.get(i);
            StoredItem last = first;
            i++;
            if (changes(first)) {
                addChanged(first);
                continue;
            }
            // Items that lie behind each other in a record go out as one buffer.
            while (i < items.size() && items.get(i).follows(last) && !changes(items.get(i))) {
                last = items.get(i);
                i++;
            }
            add(first.linesUpTo(last));
        }
    }

    private boolean changes(StoredItem item) {
        return item.leavesIdToServer() || losesType(item);
    }

    private boolean losesType(StoredItem item) {
        return item.action().typed() && !types;
    }

    private void addChanged(StoredItem item) {
        ByteBuf lines = item.lines();
        try {
            BulkLine action = ItemLine.of(lines);
            edit.clear();
            if (losesType(item)) {
                edit.remove(BulkField.TYPE);
            }
            if (item.leavesIdToServer()) {
                edit.remove(BulkField.ID);
            }
            action.write(edit, line);
            add(allocator.directBuffer(line.length()).writeBytes(line.bytes(), 0, line.length()));
            int source = lines.indexOf(lines.readerIndex(), lines.writerIndex(), (byte) '\n');
            add(lines.retainedSlice(source, lines.writerIndex() - source));
        } finally {
            lines.release();
        }
    }

    private void add(ByteBuf part) {
        parts.add(part);
        length += part.readableBytes();
    }

    /** How many bytes all parts have, also those that were taken. */
    long length() {
        return length;
    }

    /** Whether all parts were taken. */
    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** The next part, given away. */
    ByteBuf next() {
        return parts.remove();
    }

    /** Releases the parts that were not taken. */
    @Override
    public void close() {
        parts.forEach(ByteBuf::release);
        parts.clear();
    }
}
