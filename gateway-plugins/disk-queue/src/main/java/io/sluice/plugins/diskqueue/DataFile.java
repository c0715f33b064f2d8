package io.sluice.plugins.diskqueue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file. Safe from any thread. */
interface DataFile extends Closeable {

    /** Writes all remaining bytes. */
    void write(ByteBuffer bytes, long at) throws IOException;

    /** Reads until the buffer is full or the file ends. */
    void read(ByteBuffer into, long at) throws IOException;

    /** Makes what was written durable. */
    void force() throws IOException;

    long size() throws IOException;

    void truncate(long size) throws IOException;
}
