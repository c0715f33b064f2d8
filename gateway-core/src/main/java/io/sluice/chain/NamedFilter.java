package io.sluice.chain;

import io.sluice.api.Filter;
import java.util.function.LongConsumer;

/**
 * A filter in a flow.
 *
 * @param name its place, for messages and metrics
 * @param type of the filter, which names its spans
 * @param filter the filter itself
 * @param nanos takes the time that its code ran, in nanoseconds, call by call
 */
public record NamedFilter(String name, String type, Filter filter, LongConsumer nanos) {

    /** A filter that has no place in a configuration, so that its name is as good as a type. */
    public NamedFilter(String name, Filter filter, LongConsumer nanos) {
        this(name, name, filter, nanos);
    }
}
