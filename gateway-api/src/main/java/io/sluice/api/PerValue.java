package io.sluice.api;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * One object for each value of a tag, made when the value first occurs. The number of values is limited: those that occur later share
 * one object. Safe from any thread.
 *
 * @param <M> the type of the object
 */
public final class PerValue<M> {

    /** The tag value of the shared object; a real value of this name uses the shared object too. */
    public static final String OTHER = "other";

    private final ConcurrentMap<String, M> values = new ConcurrentHashMap<>();
    private final AtomicInteger left;
    private final Function<String, M> maker;
    private final M other;

    /**
     * Makes the shared object; those of values are made later.
     *
     * @param most how many values get an object of their own, 0 or more
     * @param maker makes the object of a value
     */
    public PerValue(int most, Function<String, M> maker) {
        if (most < 0) {
            throw new IllegalArgumentException("there are no fewer than 0 values, not " + most);
        }
        this.left = new AtomicInteger(most);
        this.maker = maker;
        this.other = maker.apply(OTHER);
    }

    /** The object of a value. */
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
