package io.sluice.plugins.diskqueue;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** The directory of one queue, as far as the queue needs it; tests use one that fails and forgets. Safe from any thread. */
interface Disk {

    /**
     * Keeps other processes out until what is returned is closed.
     *
     * @throws IOException if the directory is in use
     */
    Closeable lock() throws IOException;

    /** The names of all files. */
    List<String> list() throws IOException;

    /**
     * Makes a file.
     *
     * @throws PassingException if it was not made: there may be one of that name
     */
    DataFile create(String name) throws IOException;

    /**
     * Opens a file to read and write.
     *
     * @throws PassingException if it cannot be opened now
     */
    DataFile open(String name) throws IOException;

    void delete(String name) throws IOException;

    /** Renames a file; replaces one of the other name. */
    void rename(String from, String to) throws IOException;

    /** Makes durable which files there are. */
    void sync() throws IOException;

    /**
     * How many bytes may still be written to the file system.
     *
     * @throws PassingException if it does not say so now
     */
    long usableSpace() throws IOException;

    /** The file's path, for messages. */
    String pathOf(String name);
}
