package io.sluice.filters.tenant;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads that copy what requests have written, beside the event loops; each place has its own. Thread-safe. */
final class CopyThreads implements AutoCloseable {

    private static final int THREADS = 8;

    private final Duration patience;
    private final CopyRoom room = CopyRoom.ofThisHeap();
    private final Map<String, ThreadPoolExecutor> ofPlaces = new ConcurrentHashMap<>();
    private final Map<Copies, CopyLane> lanes = new ConcurrentHashMap<>();

    private record Copies(String tenant, String place) {}

    /** @param patience how long an answer waits for its copies */
    CopyThreads(Duration patience) {
        this.patience = patience;
    }

    /** What copies a tenant's documents to a place. */
    CopyLane lane(String tenant, String place) {
        return lanes.computeIfAbsent(
                new Copies(tenant, place),
                copies -> new CopyLane(ofPlaces.computeIfAbsent(place, name -> threads()), patience, room));
    }

    // No more wait there than lanes begin at a time.
    private static ThreadPoolExecutor threads() {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "sluice-tenant-copy");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    @Override
    public void close() {
        ofPlaces.values().forEach(ThreadPoolExecutor::shutdown);
    }
}
