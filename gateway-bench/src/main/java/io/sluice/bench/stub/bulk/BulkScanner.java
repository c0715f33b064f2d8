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
    private static final int BLOCK_BYTES = 32 * 1024;
    /** The bytes at hand on the heap, where they are searched fastest; few enough to stay in the nearest cache. */
    private static final FastThreadLocal<byte[]> BLOCK = new FastThreadLocal<>() {
        @Override
        protected byte[] initialValue() {
            return new byte[BLOCK_BYTES];
        }
    };

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
        byte[] block = BLOCK.get();
        for (int at = 0; at < length && error == null; at += BLOCK_BYTES) {
            int size = Math.min(BLOCK_BYTES, length - at);
            chunk.getBytes(chunk.readerIndex() + at, block, 0, size);
            scan(block, size);
        }
    }

    /** Tells what is wrong with the body that has now ended, or null. An action without its source is dropped. */
    @Nullable String finish() {
        boolean openLine = carriedLength > 0 || inSource && sourceBytes > 0;
        return error == null && openLine ? "The bulk request must be terminated by a newline [\\n]" : error;
    }

    private void scan(byte[] bytes, int to) {
        int at = 0;
        while (at < to && error == null) {
            at = inSource ? source(bytes, at, to) : action(bytes, at, to);
        }
    }

    private int source(byte[] bytes, int from, int to) {
        int newline = Newlines.next(bytes, from, to);
        int end = newline < 0 ? to : newline + 1;
        sourceBytes += end - from;
        if (newline >= 0) {
            lines++;
            inSource = false;
            items.itemEnd(actionBytes + sourceBytes);
            sourceBytes = 0;
        }
        return end;
    }

    private int action(byte[] bytes, int from, int to) {
        int end = carriedLength == 0 ? line.plain(bytes, from, to) : -1;
        if (end >= 0) {
            lines++;
            begin(end - from);
            return end;
        }
        int newline = Newlines.next(bytes, from, to);
        if (newline < 0) {
            carry(bytes, from, to);
            return to;
        }
        if (carriedLength == 0) {
            parse(bytes, from, newline);
        } else {
            carry(bytes, from, newline + 1);
            int length = carriedLength;
            carriedLength = 0;
            parse(carried, 0, length - 1);
        }
        return newline + 1;
    }

    /** Reads a line whose newline stands at {@code to}. */
    private void parse(byte[] bytes, int from, int to) {
        lines++;
        if (from == to || to - from == 1 && bytes[from] == '\r') {
            return;
        }
        if (line.plain(bytes, from, to + 1) < 0) {
            error = line.parse(bytes, from, to, lines);
        }
        if (error == null) {
            begin(to - from + 1);
        }
    }

    private void begin(int length) {
        error = items.action(line);
        actionBytes = length;
        inSource = line.operation.hasSource();
        if (!inSource && error == null) {
            items.itemEnd(length);
        }
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
