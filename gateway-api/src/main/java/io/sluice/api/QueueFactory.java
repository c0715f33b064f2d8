package io.sluice.api;

import io.sluice.api.queue.QueueContext;
import io.sluice.api.queue.RecordQueue;
import java.io.IOException;

/**
 * Opens the queues of one engine, which {@code queues.NAME.engine} names; what stands under {@code queues.NAME.config} is the
 * engine's. Found by {@link java.util.ServiceLoader}, as every {@link PluginFactory}. Every queue that was opened is closed exactly
 * once.
 *
 * <p>It stands beside the other kinds of factories, and not in the package {@code queue}, because a sealed interface and what it
 * permits share a package.
 *
 * @param <C> the record that the YAML under {@code config} is bound to
 */
public non-sealed interface QueueFactory<C extends Record> extends PluginFactory<C> {

    /**
     * How many {@linkplain RecordQueue#lanes lanes} a queue of this configuration has. That of its dead letters may have another number.
     */
    int lanes(C config);

    /**
     * Looks whether a queue could be opened on this machine, for {@code sluice check}. Another process may have the queue open, so that
     * must not count. Leaves nothing behind and sends nothing. May block.
     *
     * @throws IllegalArgumentException if the configuration cannot work; its message is shown to the operator beside the place in
     *     the file
     * @throws IOException if something is not there that the queue needs
     */
    default void check(C config, QueueContext context) throws IOException {}

    /**
     * Opens one queue, with everything that it held when it was closed or the process ended. Runs off the event loops and may block
     * for as long as it takes to read what is there.
     *
     * <p>Records that are kept but cannot be read again are no reason to throw: the queue then opens as failed
     * ({@link io.sluice.api.queue.QueueStats#failure}), so that flows without it can be served.
     *
     * @return the caller closes it
     * @throws IllegalArgumentException if the configuration cannot work; its message is shown to the operator beside the place in
     *     the file
     * @throws IOException if the queue cannot be used at all: its directory cannot be written, another process has it open, or
     *     another version wrote it
     */
    RecordQueue open(C config, QueueContext context) throws IOException;
}
