package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.sluice.upstream.GuardedLoop;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A temporary file that is gone when it is closed, and with the process. Called on an event loop, one call at a time; works on the
 * threads of the spools and calls back on the loop.
 */
final class SpoolFile {
    private static final Logger LOG = LoggerFactory.getLogger(SpoolFile.class);

    private final SpoolFiles files;
    private final GuardedLoop loop;
    private final @Nullable Path directory;
    private @Nullable FileChannel channel;
    private boolean closed;
    private long written;

    /** @param directory null for that of the system */
    SpoolFile(SpoolFiles files, GuardedLoop loop, @Nullable Path directory) {
        this.files = files;
        this.loop = loop;
        this.directory = directory;
    }

    private interface Work {
        void run(FileChannel file) throws IOException;
    }

    /**
     * Appends to the file.
     *
     * @param parts given away
     * @param then told why it failed; null if it did not
     */
    void write(List<ByteBuf> parts, Consumer<@Nullable IOException> then) {
        start(
                file -> {
                    for (ByteBuf part : parts) {
                        while (part.isReadable()) {
                            int length = part.readBytes(file, written, part.readableBytes());
                            written += length;
                            files.addToFiles(length);
                        }
                    }
                },
                failure -> {
                    parts.forEach(ByteBuf::release);
                    then.accept(failure);
                });
    }

    /**
     * Fills a buffer.
     *
     * @param position in the file, which must have that many bytes from there on
     * @param into lent until the call back, has the bytes then
     * @param then told why it failed; null if it did not
     */
    void read(long position, ByteBuf into, int length, Consumer<@Nullable IOException> then) {
        start(
                file -> {
                    int read = 0;
                    while (into.readableBytes() < length && read >= 0) {
                        read = into.writeBytes(file, position + into.readableBytes(), length - into.readableBytes());
                    }
                    if (read < 0) {
                        throw new EOFException("the file is shorter than what was written to it");
                    }
                },
                then);
    }

    private void start(Work work, Consumer<@Nullable IOException> then) {
        try {
            files.execute(() -> {
                IOException failure = work(work);
                tell(then, failure);
            });
        } catch (RejectedExecutionException e) {
            then.accept(new IOException("the gateway is stopping", e));
        }
    }

    private void tell(Consumer<@Nullable IOException> then, @Nullable IOException failure) {
        try {
            loop.execute(() -> then.accept(failure));
        } catch (RejectedExecutionException e) {
            // There is no caller left; the lent bytes must still be released.
            then.accept(failure);
        }
    }

    private synchronized @Nullable IOException work(Work work) {
        if (closed) {
            return new IOException("the spool is closed");
        }
        try {
            work.run(open());
            return null;
        } catch (IOException e) {
            return e;
        } catch (Throwable e) {
            // The waiter is called even if this thread fails.
            return new IOException(e);
        }
    }

    private FileChannel open() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            open = files.open(directory);
            channel = open;
        }
        return open;
    }

    /** Deletes the file after pending operations. */
    void close() {
        try {
            files.execute(this::closeNow);
        } catch (RejectedExecutionException e) {
            closeNow();
        }
    }

    private synchronized void closeNow() {
        if (closed) {
            return;
        }
        closed = true;
        files.addToFiles(-written);
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.atWarn().setCause(e).log("a spool file could not be closed");
            }
        }
    }
}
