package io.sluice.plugin;

import java.util.function.Consumer;

/**
 * Something that several users have in common, such as the configurations before and after a reload: it is closed when the last one
 * has given it back. Safe from any thread.
 *
 * @param <T> the type of what is shared
 */
public final class Shared<T> {
    private final T value;
    private final Consumer<T> closer;
    private int users = 1;

    /**
     * Begins with one user, the caller.
     *
     * @param closer called once, on the thread of the last user
     */
    public Shared(T value, Consumer<T> closer) {
        this.value = value;
        this.closer = closer;
    }

    public T value() {
        return value;
    }

    /**
     * One more user.
     *
     * @throws IllegalStateException if it is closed
     */
    public synchronized Shared<T> retain() {
        if (users == 0) {
            throw new IllegalStateException("what nobody uses any more is closed");
        }
        users++;
        return this;
    }

    /** One user less; to be called once by each. */
    public void release() {
        if (isLast()) {
            closer.accept(value);
        }
    }

    private synchronized boolean isLast() {
        users--;
        return users == 0;
    }
}
