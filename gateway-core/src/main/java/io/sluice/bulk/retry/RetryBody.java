package io.sluice.bulk.retry;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Iterator;
import java.util.List;

/** Copies parts of buffers, front to back, into new ones. For one thread. */
final class RetryBody {

    private static final int SIZE = 64 << 10;

    private final Iterator<ByteBuf> buffers;
    private final ByteBufAllocator allocator;
    private final List<ByteBuf> out;

    private ByteBuf buffer;
    /** The offset of the buffer's first byte. */
    private long base;

    private ByteBuf target;

    /** The buffers are lent, and there is at least one; ownership of what goes to {@code out} passes to it. */
    RetryBody(List<ByteBuf> lent, ByteBufAllocator allocator, List<ByteBuf> out) {
        this.buffers = lent.iterator();
        this.allocator = allocator;
        this.out = out;
        this.buffer = buffers.next();
        this.target = add();
    }

    private ByteBuf add() {
        ByteBuf added = allocator.directBuffer(SIZE, SIZE);
        out.add(added);
        return added;
    }

    /** Copies the bytes [from, to), which must stand behind those before. */
    void append(long from, long to) {
        for (long at = from; at < to; ) {
            while (at >= base + buffer.readableBytes()) {
                base += buffer.readableBytes();
                buffer = buffers.next();
            }
            if (!target.isWritable()) {
                target = add();
            }
            int index = (int) (at - base);
            int length = (int) Math.min(to - at, Math.min(buffer.readableBytes() - index, target.writableBytes()));
            target.writeBytes(buffer, buffer.readerIndex() + index, length);
            at += length;
        }
    }
}
