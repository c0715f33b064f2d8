package io.sluice.bench.stub.bulk;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splits a bulk body into items while it streams, by the server's grammar: action lines are read, source lines only
 * measured. One scanner serves one request, on its connection's event loop.
 */
final class BulkScanner {
    /** The bytes of the chunk at hand on the heap, where they are searched fastest. */
    private static final FastThreadLocal<byte[]> CHUNK = new FastThreadLocal<>();

    private static final byte[] NONE = {};

    private final ActionLine line = new ActionLine();
    private final Items items;
    private byte[] carried = NONE;
    private int carriedLength;
    private boolean inSource;
    private int actionBytes;
    private long sourceBytes;
    private int lines;
    private @Nullable String error;

    /** Told of each item: first its action, and once its source ended, its size. */
    interface Items {
        /** An action line was read; returns what is wrong with it, or null. */
        @Nullable String action(ActionLine line);

        /** The item that was begun last is whole. */
        void itemEnd(long bytes);
    }

    BulkScanner(Items items) {
        this.items = items;
    }

    /** Scans all readable bytes of {@code chunk}, which stays the caller's. */
    void feed(ByteBuf chunk) {
        int length = chunk.readableBytes();
        if (error != null || length == 0) {
            return;
        }
        if (chunk.hasArray()) {
            scan(chunk.array(), chunk.arrayOffset() + chunk.readerIndex(), length);
            return;
        }
        byte[] copy = CHUNK.getIfExists();
        if (copy == null || copy.length < length) {
            copy = new byte[Math.max(length, 1 << 17)];
            CHUNK.set(copy);
        }
        chunk.getBytes(chunk.readerIndex(), copy, 0, length);
        scan(copy, 0, length);
    }

    /** Tells what is wrong with the body that has now ended, or null. An action without its source is dropped. */
    @Nullable String finish() {
        boolean openLine = carriedLength > 0 || inSource && sourceBytes > 0;
        return error == null && openLine ? "The bulk request must be terminated by a newline [\\n]" : error;
    }

    private void scan(byte[] bytes, int from, int length) {
        int at = from;
        int to = from + length;
        while (at < to && error == null) {
            int newline = Newlines.next(bytes, at, to);
            if (inSource) {
                int end = newline < 0 ? to : newline + 1;
                sourceBytes += end - at;
                at = end;
                if (newline >= 0) {
                    endItem();
                }
            } else if (newline < 0) {
                carry(bytes, at, to);
                at = to;
            } else {
                actionLine(bytes, at, newline);
                at = newline + 1;
            }
        }
    }

    private void actionLine(byte[] bytes, int from, int newline) {
        if (carriedLength == 0) {
            parse(bytes, from, newline);
            return;
        }
        carry(bytes, from, newline);
        int end = carriedLength;
        carriedLength = 0;
        parse(carried, 0, end);
    }

    private void parse(byte[] bytes, int from, int to) {
        lines++;
        if (from == to || to - from == 1 && bytes[from] == '\r') {
            return;
        }
        error = line.parse(bytes, from, to, lines);
        if (error == null) {
            error = items.action(line);
        }
        actionBytes = to - from + 1;
        inSource = line.operation.hasSource();
        if (!inSource && error == null) {
            items.itemEnd(actionBytes);
        }
    }

    private void endItem() {
        lines++;
        inSource = false;
        items.itemEnd(actionBytes + sourceBytes);
        sourceBytes = 0;
    }

    private void carry(byte[] bytes, int from, int to) {
        int needed = carriedLength + to - from;
        if (needed > carried.length) {
            carried = Arrays.copyOf(carried, Math.max(needed, 256));
        }
        System.arraycopy(bytes, from, carried, carriedLength, to - from);
        carriedLength = needed;
    }
}
