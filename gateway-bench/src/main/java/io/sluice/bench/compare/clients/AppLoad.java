package io.sluice.bench.compare.clients;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.bench.compare.clients.style.CitySearch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** The application's users: searches that come due at a rate, or one after another, served by a pool of threads. */
final class AppLoad implements AutoCloseable {
    private static final long END = -1;
    /** Searches that may be due and not begun; beyond it the rate is far above what the application can do. */
    private static final int MOST_WAITING = 100_000;

    private final CityClient client;
    private final CitySearch search;
    private final int threads;
    private final ExecutorService pool;

    /** @param size hits wanted */
    AppLoad(CityClient client, int size, int threads) {
        this.client = client;
        this.search = CitySearch.example(size);
        this.threads = threads;
        this.pool = Executors.newFixedThreadPool(threads, new DefaultThreadFactory("app", true));
    }

    /** What one thread has seen. */
    static final class Seen {
        private final Histogram latency = new Histogram(3);
        private long failures;

        /** Nanoseconds from when a search was due until its page was there. */
        Histogram latency() {
            return latency;
        }

        long failures() {
            return failures;
        }

        private void add(Seen other) {
            latency.add(other.latency);
            failures += other.failures;
        }
    }

    /** Searches come due evenly spaced, whether the earlier ones are served or not; returns when all are. */
    Seen open(double rate, long nanos) throws InterruptedException, ExecutionException {
        BlockingQueue<Long> due = new ArrayBlockingQueue<>(MOST_WAITING);
        List<Future<Seen>> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            workers.add(pool.submit(() -> serve(due)));
        }
        long start = System.nanoTime();
        long count = (long) (rate * nanos / 1e9);
        for (long n = 0; n < count; n++) {
            long at = start + (long) (n * 1e9 / rate);
            for (long wait = at - System.nanoTime(); wait > 0; wait = at - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            due.put(at);
        }
        for (int i = 0; i < threads; i++) {
            due.put(END);
        }
        return together(workers);
    }

    /** Each thread begins a search when its last is served. */
    Seen closed(long nanos) throws InterruptedException, ExecutionException {
        long until = System.nanoTime() + nanos;
        List<Future<Seen>> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            workers.add(pool.submit(() -> {
                Seen seen = new Seen();
                for (long now = System.nanoTime(); now < until; now = System.nanoTime()) {
                    one(now, seen);
                }
                return seen;
            }));
        }
        return together(workers);
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }

    private Seen serve(BlockingQueue<Long> due) throws InterruptedException {
        Seen seen = new Seen();
        for (long at = due.take(); at != END; at = due.take()) {
            one(at, seen);
        }
        return seen;
    }

    private void one(long due, Seen into) {
        try {
            if (client.search(search).hits().size() != search.size()) {
                into.failures++;
            }
        } catch (IOException e) {
            into.failures++;
        }
        into.latency.recordValue(Math.max(0, System.nanoTime() - due));
    }

    private static Seen together(List<Future<Seen>> workers) throws InterruptedException, ExecutionException {
        Seen all = new Seen();
        for (Future<Seen> worker : workers) {
            all.add(worker.get());
        }
        return all;
    }
}
