package io.sluice.plugins.diskqueue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A file of the file system. */
final class LocalFile implements DataFile {

    private final FileChannel channel;

    LocalFile(FileChannel channel) {
        this.channel = channel;
    }

    @Override
    public void write(ByteBuffer bytes, long at) throws IOException {
        long next = at;
        while (bytes.hasRemaining()) {
            next += channel.write(bytes, next);
        }
    }

    @Override
    public void read(ByteBuffer into, long at) throws IOException {
        long next = at;
        while (into.hasRemaining()) {
            int read = channel.read(into, next);
            if (read < 0) {
                return;
            }
            next += read;
        }
    }

    @Override
    public void force() throws IOException {
        channel.force(false);
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void truncate(long size) throws IOException {
        channel.truncate(size);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
