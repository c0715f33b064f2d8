package io.sluice.chain;

import io.sluice.api.Filter;
import java.util.function.LongConsumer;

/**
 * A filter in a flow.
 *
 * @param name its place, for messages and metrics
 * @param filter the filter itself
 * @param nanos takes the time that its code ran, in nanoseconds, call by call
 */
public record NamedFilter(String name, Filter filter, LongConsumer nanos) {}
