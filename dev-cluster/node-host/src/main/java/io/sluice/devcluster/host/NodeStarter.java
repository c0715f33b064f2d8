package io.sluice.devcluster.host;

import java.nio.file.Path;

/** Starts one node of an embedded server. Called on the main thread, one node after another. */
@FunctionalInterface
public interface NodeStarter {

    /**
     * Starts the node whose {@code config/}, {@code data/} and {@code logs/} stand in {@code home}. May return before the node has joined
     * a cluster.
     *
     * @return the running node; the caller closes it
     * @throws Exception whatever keeps the node from starting; the process ends
     */
    AutoCloseable start(Path home) throws Exception;
}
