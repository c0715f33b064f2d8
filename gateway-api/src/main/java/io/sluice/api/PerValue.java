package io.sluice.api;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Something for each value of a tag, made when the value is first met; of more than so many values the later ones share one. Safe
 * from any thread.
 *
 * @param <M> what is kept for a value
 */
public final class PerValue<M> {

    /** The value that stands for all that have nothing of their own; a value of this name shares with them. */
    public static final String OTHER = "other";

    private final ConcurrentMap<String, M> values = new ConcurrentHashMap<>();
    private final AtomicInteger left;
    private final Function<String, M> maker;
    private final M other;

    /**
     * Keeps nothing yet but what is for the others.
     *
     * @param most how many values have something of their own, 0 or more
     * @param maker makes it
     */
    public PerValue(int most, Function<String, M> maker) {
        if (most < 0) {
            throw new IllegalArgumentException("there are no fewer than 0 values, not " + most);
        }
        this.left = new AtomicInteger(most);
        this.maker = maker;
        this.other = maker.apply(OTHER);
    }

    /** What is kept for a value. */
    public M of(String value) {
        M known = values.get(value);
        if (known != null) {
            return known;
        }
        if (value.equals(OTHER) || left.get() <= 0) {
            return other;
        }
        return values.computeIfAbsent(value, name -> left.getAndDecrement() > 0 ? maker.apply(name) : other);
    }
}
