package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.config.BulkSpoolConfig;
import io.sluice.upstream.GuardedLoop;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are written to the end and then read once: in memory up to a bound, all of them in a file beyond it. Copies what it
 * is given, so that it holds no more than it says. On the bulk's event loop.
 */
final class Spool implements AutoCloseable {
    private static final int BLOCK_BYTES = 64 * 1024;
    private static final int READ_BYTES = 256 * 1024;
    /** What may wait for the file before no more is to be written. */
    private static final int MAX_UNWRITTEN = 1024 * 1024;

    private final SpoolFiles files;
    private final BulkSpoolConfig config;
    private final long memoryBytes;
    private final ByteBufAllocator allocator;
    private final Runnable onProgress;
    private final SpoolFile file;
    /** What is in memory: all of it, or what waits for the file. */
    private final ArrayDeque<ByteBuf> blocks = new ArrayDeque<>();

    private @Nullable ByteBuf block;
    private long inMemory;
    private long bytes;
    private long read;
    private boolean overBudget;
    /** Whether it has outgrown memory. */
    private boolean inFile;
    /** Whether the file is at work. */
    private boolean busy;
    /** What was read from the file and not handed out. */
    private @Nullable ByteBuf fromFile;

    private @Nullable String failure;
    private boolean closed;

    /** @param onProgress told when more can be written, when there is more to read, and when it failed */
    Spool(Regrouping regrouping, GuardedLoop loop, ByteBufAllocator allocator, Runnable onProgress) {
        this.files = regrouping.shared().spools();
        this.config = regrouping.config().spool();
        this.memoryBytes = regrouping.config().mergeBytes().bytes();
        this.allocator = allocator;
        this.onProgress = onProgress;
        this.file = new SpoolFile(files, loop, config.directory());
    }

    /** Takes a copy of the readable bytes. */
    void write(ByteBuf lent) {
        int length = lent.readableBytes();
        bytes += length;
        inMemory += length;
        overBudget |= files.add(length) > config.bytes().bytes();
        for (int at = lent.readerIndex(); at < lent.writerIndex(); ) {
            ByteBuf target = block == null ? allocator.directBuffer(BLOCK_BYTES, BLOCK_BYTES) : block;
            int part = Math.min(lent.writerIndex() - at, target.writableBytes());
            target.writeBytes(lent, at, part);
            at += part;
            block = target;
            if (!target.isWritable()) {
                blocks.add(target);
                block = null;
            }
        }
        inFile |= bytes > memoryBytes;
        writeToFile(BLOCK_BYTES);
    }

    /** Writes what waits for the file, if it is so much. */
    private void writeToFile(int atLeast) {
        if (!inFile || busy || failure != null || closed || inMemory < atLeast) {
            return;
        }
        List<ByteBuf> parts = new ArrayList<>(blocks);
        blocks.clear();
        if (block != null) {
            parts.add(block);
            block = null;
        }
        long length = inMemory;
        busy = true;
        file.write(parts, problem -> {
            inMemory -= length;
            done(problem);
        });
    }

    private void done(@Nullable IOException problem) {
        busy = false;
        if (closed) {
            return;
        }
        if (problem != null) {
            files.failures().record(config.directory(), problem);
            // What the system says names the file; that is for the log.
            failure = "the gateway's temporary file for bulks cannot be used";
        }
        writeToFile(BLOCK_BYTES);
        onProgress.run();
    }

    /** Whether more is to be written now. */
    boolean isWritable() {
        return !inFile || inMemory < MAX_UNWRITTEN;
    }

    /** Whether it has more than one bulk may have. */
    boolean isTooLarge() {
        return bytes > config.bytesPerBulk().bytes();
    }

    /** Whether it has more than is left of what all bulks may have. */
    boolean isOverBudget() {
        return overBudget;
    }

    long bytes() {
        return bytes;
    }

    /** Why it cannot be used any more; null while nothing is wrong. */
    @Nullable String failure() {
        return failure;
    }

    /** Whether everything has been handed out. */
    boolean isRead() {
        return read == bytes;
    }

    /** Hands over the next bytes; null if there are none, or none yet. Nothing is to be written any more. */
    @Nullable ByteBuf poll() {
        ByteBuf next = fromFile;
        fromFile = null;
        if (!inFile) {
            next = blocks.poll();
            if (next == null) {
                next = block;
                block = null;
            }
        }
        if (next != null) {
            read += next.readableBytes();
        }
        if (inFile) {
            readFromFile();
        }
        return next;
    }

    private void readFromFile() {
        if (inMemory > 0) {
            writeToFile(1);
        } else if (!busy && failure == null && read < bytes) {
            int length = (int) Math.min(READ_BYTES, bytes - read);
            ByteBuf into = allocator.directBuffer(length, length);
            busy = true;
            file.read(read, into, length, problem -> {
                if (closed || problem != null) {
                    into.release();
                } else {
                    fromFile = into;
                }
                done(problem);
            });
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        files.add(-bytes);
        blocks.forEach(ByteBuf::release);
        blocks.clear();
        if (block != null) {
            block.release();
            block = null;
        }
        if (fromFile != null) {
            fromFile.release();
            fromFile = null;
        }
        if (inFile) {
            file.close();
        }
    }
}
