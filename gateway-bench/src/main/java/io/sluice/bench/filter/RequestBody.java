package io.sluice.bench.filter;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A body in the pieces that it comes in, in the memory that a connection would read it into. For one thread; to be closed. */
final class RequestBody implements AutoCloseable {
    private final List<ByteBuf> chunks = new ArrayList<>();
    private final long bytes;

    /** Reads the file; null is an empty body. */
    RequestBody(@Nullable Path file, int chunkBytes) throws IOException {
        if (file == null) {
            bytes = 0;
            return;
        }
        try (FileChannel in = FileChannel.open(file)) {
            bytes = in.size();
            for (long left = bytes; left > 0; left -= chunkBytes) {
                chunks.add(read(in, (int) Math.min(left, chunkBytes)));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private static ByteBuf read(FileChannel in, int length) throws IOException {
        ByteBuf chunk = PooledByteBufAllocator.DEFAULT.directBuffer(length, length);
        while (chunk.isWritable()) {
            if (chunk.writeBytes(in, chunk.writableBytes()) < 0) {
                chunk.release();
                throw new EOFException("the file became shorter while it was read");
            }
        }
        return chunk;
    }

    long bytes() {
        return bytes;
    }

    int count() {
        return chunks.size();
    }

    /** A piece, lent, with its reader index at the beginning again. */
    ByteBuf chunk(int i) {
        ByteBuf chunk = chunks.get(i);
        return chunk.setIndex(0, chunk.capacity());
    }

    @Override
    public void close() {
        chunks.forEach(ByteBuf::release);
        chunks.clear();
    }
}
