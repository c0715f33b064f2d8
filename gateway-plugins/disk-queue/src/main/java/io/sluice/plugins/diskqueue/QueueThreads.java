package io.sluice.plugins.diskqueue;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes daemon threads that are named after their queue and job. Thread-safe. */
final class QueueThreads implements ThreadFactory {

    private final AtomicInteger count = new AtomicInteger();
    private final String prefix;

    QueueThreads(String queue, String job) {
        prefix = "sluice-queue-" + queue + "-" + job + "-";
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, prefix + count.incrementAndGet());
        thread.setDaemon(true);
        // A thread inherits the loader of who starts it, which may be another plugin's.
        thread.setContextClassLoader(QueueThreads.class.getClassLoader());
        return thread;
    }
}
