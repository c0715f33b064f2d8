package io.sluice.api;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What the host lends to a filter for its whole life. All methods may be called from any thread. */
public interface FilterContext {

    /** The filter's place in the configuration, for instance {@code flows.ingest.filters[0]}; for messages. */
    String name();

    /** For work that blocks. Bounded; a task that finds the queue full is refused with RejectedExecutionException. */
    Executor blockingExecutor();

    /**
     * Runs a task on the blocking executor again and again until the returned handle is closed; the host closes what is left when
     * the filter is closed. What the task throws is logged, and it is run again.
     *
     * @param period the time from the end of one run to the start of the next
     */
    AutoCloseable every(Duration period, Runnable task);

    /** How long a plan of the filter may stay Later ({@code plugins.filterTimeout}). */
    Duration filterTimeout();

    /**
     * Checks that a request which waits in the filter gets its answer before its plan is late.
     *
     * @param key what the configuration calls the wait, for the message
     * @param wait how long a request waits at most
     * @throws IllegalArgumentException if that is not shorter than {@link #filterTimeout}
     */
    default void requireInTime(String key, Duration wait) {
        if (wait.compareTo(filterTimeout()) >= 0) {
            throw new IllegalArgumentException(key + ", " + wait.toMillis()
                    + " ms, must be shorter than plugins.filterTimeout, "
                    + filterTimeout().toMillis()
                    + " ms: a request that waits longer gets 500");
        }
    }

    /** The clock to use, so that tests can set it. It may be set back at any time. */
    InstantSource clock();

    /**
     * A clock for ages and waits, which is never set: two of its instants tell how long it is from one to the other, and nothing else.
     * The same one each time.
     */
    InstantSource steadyClock();

    /** The filter's own meters; they appear as {@code sluice_filter_*} with the filter's name as a tag. */
    FilterMeters meters();

    /** The names of the configured clusters, for filters that choose one by {@link Exchange#target}. */
    Set<String> clusters();

    /** The name of the cluster that the filter's flow relays to, or that its queue sends to. */
    String cluster();

    /** The name of the queue in which the filter's flow keeps writes until they are sent; null if it relays them at once. */
    @Nullable String queue();

    /**
     * The name of the cluster that requests of the filter's flow reach only while no node of its own cluster is available ({@code
     * relay.standby}); null if there is none, or if they reach it otherwise, too.
     */
    default @Nullable String standby() {
        return null;
    }

    /**
     * The clusters that requests can reach through the filter's flow: the one that the flow relays to, and those that the
     * configurations of its filters and of its bulk router name ({@link ClusterName}), but for those that are only {@link #asked}.
     * Empty where nothing is ever sent, as in {@code sluice check} and {@code sluice explain}.
     */
    List<ClusterReader> reached();

    /**
     * The clusters that the filter's own configuration names to ask them only ({@link Key#asked}). Empty where {@link #reached} is for that no
     * request is ever sent.
     */
    default List<ClusterReader> asked() {
        return List.of();
    }

    /** The listeners that lead to the filter's flow; a filter that must not be reached from there is not made. */
    List<ListenerInfo> listeners();

    /** The directory of the configuration file; relative paths in a filter's configuration are resolved against it. */
    Path configDirectory();
}
