package io.sluice.devcluster.host;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The main loop of an embedded server's process: starts a node for each home directory and keeps them until SIGTERM arrives or stdin
 * ends. A launcher holds the other end of stdin, so its death, even by SIGKILL, ends this process too.
 */
public final class NodeHost {

    private static final System.Logger LOG = System.getLogger(NodeHost.class.getName());

    private final List<AutoCloseable> running = new CopyOnWriteArrayList<>();

    private NodeHost() {}

    /** Runs the nodes; leaves the JVM with status 1 when one does not start, otherwise with 0 when stdin ends. */
    public static void run(String[] homes, NodeStarter starter) {
        NodeHost host = new NodeHost();
        Runtime.getRuntime().addShutdownHook(new Thread(host::close, "close-nodes"));
        System.exit(host.serve(homes, starter));
    }

    private int serve(String[] homes, NodeStarter starter) {
        try {
            for (String home : homes) {
                running.add(starter.start(Path.of(home)));
            }
            awaitEndOfInput();
            return 0;
        } catch (Exception e) {
            LOG.log(Level.ERROR, "a node does not start", e);
            return 1;
        }
    }

    private static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // what the launcher writes means nothing, only that it is there
        }
    }

    private void close() {
        for (AutoCloseable node : running) {
            try {
                node.close();
            } catch (Exception e) {
                LOG.log(Level.ERROR, "a node does not stop well", e);
            }
        }
    }
}
