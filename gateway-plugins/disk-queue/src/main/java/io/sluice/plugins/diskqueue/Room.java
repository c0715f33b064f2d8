package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.QueueFullException;
import java.io.IOException;

/** How much a queue may take: of its bound, of the disk, and of memory for what waits to be written. Safe from any thread. */
final class Room {

    private final Disk disk;
    private final Segments segments;
    private final DiskQueueConfig config;
    /** Bytes that are to stay free on the disk. */
    private final long minFree;

    private long waiting;

    /** @param letters whether the queue keeps dead letters: they may take half of what is to stay free, as what they come from waits for them */
    Room(Disk disk, Segments segments, DiskQueueConfig config, boolean letters) {
        this.disk = disk;
        this.segments = segments;
        this.config = config;
        this.minFree = letters ? config.minFree().bytes() / 2 : config.minFree().bytes();
    }

    /**
     * Takes room for an append until {@link #give} is called.
     *
     * @param bytes what it takes in the log
     * @throws QueueFullException if there is none, or with what waits less than {@code minFree} would stay free on the disk, for dead letters
     *     half of it
     */
    synchronized void take(long bytes) throws QueueFullException, IOException {
        checkDisk(waiting + bytes, minFree);
        if (segments.bytes() + waiting + bytes > config.maxBytes().bytes()) {
            throw new QueueFullException("the queue is full: its files take up to maxBytes, " + config.maxBytes());
        }
        if (waiting > 0 && waiting + bytes > config.maxWaiting().bytes()) {
            throw new QueueFullException(
                    "the queue's disk is too slow: up to maxWaiting, " + config.maxWaiting() + ", wait to be written");
        }
        waiting += bytes;
    }

    synchronized void give(long bytes) {
        waiting -= bytes;
    }

    /** The file system takes so many bytes, if need be of those that are to stay free. */
    boolean hasDisk(long bytes) throws IOException {
        return disk.usableSpace() >= bytes;
    }

    /**
     * Checks that the file system still has room for appends that have taken it. They may use half of what is to stay free: others may have
     * filled the disk meanwhile, and another queue may have kept the same write.
     *
     * @param bytes that will be written
     * @throws QueueFullException if there is none
     */
    void checkDisk(long bytes) throws QueueFullException, IOException {
        checkDisk(bytes, minFree / 2);
    }

    private void checkDisk(long bytes, long least) throws QueueFullException, IOException {
        long free = disk.usableSpace();
        if (free - bytes < least) {
            throw new QueueFullException("the queue's disk is full: " + free + " bytes are free, and " + least
                    + " are to stay free, by minFree " + config.minFree());
        }
    }
}
