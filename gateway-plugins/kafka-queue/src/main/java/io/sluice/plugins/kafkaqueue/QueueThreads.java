package io.sluice.plugins.kafkaqueue;

import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/** Makes daemon threads that are named after their queue and job. Thread-safe. */
final class QueueThreads implements ThreadFactory {

    private final String name;

    QueueThreads(String queue, String job) {
        name = "sluice-queue-" + queue + "-" + job;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        // Kafka's clients find their classes by it; a thread inherits the loader of who starts it, which may be another
        // plugin's.
        thread.setContextClassLoader(QueueThreads.class.getClassLoader());
        return thread;
    }

    /** Makes a client of Kafka on a thread of the caller's. */
    static <T> T withLoader(Supplier<T> make) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(QueueThreads.class.getClassLoader());
        try {
            return make.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
