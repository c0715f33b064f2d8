package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.QueueFullException;
import java.io.IOException;

/** How much a queue may take: of its bound, of the disk, and of memory for what waits to be written. Safe from any thread. */
final class Room {

    private final Disk disk;
    private final Segments segments;
    private final DiskQueueConfig config;
    private long waiting;

    Room(Disk disk, Segments segments, DiskQueueConfig config) {
        this.disk = disk;
        this.segments = segments;
        this.config = config;
    }

    /**
     * Takes room for an append until {@link #give} is called.
     *
     * @param bytes what it takes in the log
     * @throws QueueFullException if there is none
     */
    synchronized void take(long bytes) throws QueueFullException {
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
     * Checks that the file system has room.
     *
     * @param bytes that will be written
     * @throws QueueFullException if less than {@code minFree} would stay free
     */
    void checkDisk(long bytes) throws QueueFullException, IOException {
        long free = disk.usableSpace();
        if (free - bytes < config.minFree().bytes()) {
            throw new QueueFullException(
                    "the queue's disk is full: " + free + " bytes are free, and minFree is " + config.minFree());
        }
    }
}
