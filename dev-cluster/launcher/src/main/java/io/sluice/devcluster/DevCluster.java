package io.sluice.devcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A running cluster of real servers on 127.0.0.1, with its data in a temporary directory. Nodes are numbered from 0 and keep their HTTP
 * port for life. One thread works with it; any thread may close it, and the end of this JVM does, however it ends.
 */
public final class DevCluster implements AutoCloseable {

    private static final Duration STOP_DEADLINE = Duration.ofSeconds(30);

    /** A server that refuses to run as root reads its configuration as another user. */
    private static final FileAttribute<Set<PosixFilePermission>> READABLE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"));

    private final ServerRuntime runtime;
    private final Path directory;
    private final DevClusterBuilder plan;
    private final List<DevNode> nodes = new ArrayList<>();
    private final Thread closeAtExit = new Thread(this::close, "close-dev-cluster");
    private volatile boolean closed;

    private DevCluster(DevClusterBuilder plan, ServerRuntime runtime) throws IOException {
        this.plan = plan;
        this.runtime = runtime;
        this.directory = Files.createTempDirectory(plan.parent(), "sluice-dev-cluster-", READABLE);
        for (String name : plan.nodeNames()) {
            NodeHome home = NodeHome.create(directory.resolve(name));
            for (Path plugin : plan.plugins()) {
                home.install(plugin);
            }
            nodes.add(new DevNode(home, plan.settingsOf(nodes.size(), home, runtime.settings())));
        }
    }

    /** A cluster to be described further before it starts. */
    public static DevClusterBuilder of(ServerKind kind) {
        return new DevClusterBuilder(kind);
    }

    /** Starts so many nodes, in one process where the server can, and waits until they are green; see {@link DevClusterBuilder#start()}. */
    public static DevCluster start(ServerKind kind, int nodes) {
        return of(kind).nodes(nodes).start();
    }

    static DevCluster start(DevClusterBuilder plan) {
        try {
            DevCluster cluster = new DevCluster(plan, ServerRuntime.of(plan.kind()));
            Runtime.getRuntime().addShutdownHook(cluster.closeAtExit);
            try {
                cluster.startAll();
                return cluster;
            } catch (IOException | RuntimeException e) {
                cluster.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The HTTP addresses of all nodes in the order of their numbers, also of those that do not run: {@code http://127.0.0.1:port}. */
    public List<URI> addresses() {
        return nodes.stream().map(DevNode::address).toList();
    }

    /** The HTTP address of one node. */
    public URI address(int node) {
        return nodes.get(node).address();
    }

    /**
     * Ends a node with SIGKILL; its data stays.
     *
     * @throws IllegalStateException when it shares its process with other nodes
     */
    public void killNode(int node) {
        ownProcess(node).kill();
    }

    /**
     * Stops a node as it stands, with SIGSTOP: its machine goes on to take bytes for it. It goes on with {@link #thawNode}, and can be killed.
     *
     * @throws IllegalStateException when it shares its process with other nodes
     */
    public void freezeNode(int node) {
        signal(node, "STOP");
    }

    /**
     * Lets a node go on that {@link #freezeNode} stopped.
     *
     * @throws IllegalStateException when it shares its process with other nodes
     */
    public void thawNode(int node) {
        signal(node, "CONT");
    }

    private void signal(int node, String name) {
        try {
            ownProcess(node).signal(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends a node with SIGTERM and waits until it is gone; its data stays.
     *
     * @throws IllegalStateException when it shares its process with other nodes
     */
    public void stopNode(int node) {
        stop(ownProcess(node));
    }

    /**
     * Starts a node again on its data and its HTTP port, after stopping it where it still runs, and waits until the cluster is green with
     * all nodes that run.
     *
     * @throws IllegalStateException when it shares its process with other nodes
     */
    public void restartNode(int node) {
        stop(ownProcess(node));
        try {
            launch(List.of(nodes.get(node)));
            join(List.of(nodes.get(node)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits until the cluster is green with all nodes that run.
     *
     * @throws ServerStartException when a node ends meanwhile, or it takes longer than four minutes
     * @throws IllegalStateException when no node runs
     */
    public void awaitGreen() {
        List<DevNode> running = nodes.stream().filter(DevNode::running).toList();
        if (running.isEmpty()) {
            throw new IllegalStateException("no node runs");
        }
        StartWatch watch = new StartWatch(plan.kind(), running);
        try (ClusterHealth health = new ClusterHealth()) {
            while (true) {
                for (DevNode node : running) {
                    if (health.isGreen(node.address(), running.size())) {
                        return;
                    }
                    watch.pauseUntil("green");
                }
            }
        } catch (InterruptedException e) {
            throw watch.interrupted();
        }
    }

    /** Stops every node, with SIGKILL where SIGTERM does not help in time, and deletes all data. A second call does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        processes().forEach(ServerProcess::terminate);
        processes().forEach(this::stop);
        DirectoryTree.delete(directory);
        forgetExit();
    }

    private void forgetExit() {
        try {
            Runtime.getRuntime().removeShutdownHook(closeAtExit);
        } catch (IllegalStateException e) {
            // the JVM is on its way out, so there is nothing to forget
        }
    }

    private void startAll() throws IOException {
        if (plan.isProcessPerNode() || !runtime.hostsSeveralNodes()) {
            for (DevNode node : nodes) {
                launch(List.of(node));
            }
        } else {
            launch(nodes);
        }
        join(nodes);
    }

    /** Starts one process for these nodes. */
    private void launch(List<DevNode> together) throws IOException {
        List<NodeHome> homes = together.stream().map(DevNode::home).toList();
        for (DevNode node : together) {
            node.prepare(runtime);
        }
        ProcessBuilder command = runtime.command(homes, plan.jvmOptions(homes.size()));
        Path log = directory.resolve(homes.getFirst().name() + ".log");
        ServerProcess process = ServerProcess.start(command, log, homes.size());
        together.forEach(node -> node.runsIn(process));
        if (closed) {
            process.kill();
            throw new IllegalStateException("the cluster was closed while it started");
        }
    }

    private void join(List<DevNode> started) throws IOException {
        StartWatch watch = new StartWatch(plan.kind(), started);
        for (DevNode node : started) {
            while (!node.listens()) {
                watch.pauseUntil("listening");
            }
        }
        writeSeeds();
        awaitGreen();
    }

    private void writeSeeds() throws IOException {
        List<String> seeds = new ArrayList<>();
        for (DevNode node : nodes) {
            if (node.running()) {
                node.home().transportAddress().ifPresent(seeds::add);
            }
        }
        for (DevNode node : nodes) {
            node.home().writeSeeds(seeds);
        }
    }

    private ServerProcess ownProcess(int node) {
        ServerProcess process = nodes.get(node).process();
        if (process == null || process.nodes() > 1) {
            throw new IllegalStateException(
                    "node " + node + " shares its process with others; ask for processPerNode()");
        }
        return process;
    }

    private List<ServerProcess> processes() {
        return nodes.stream()
                .map(DevNode::process)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private void stop(ServerProcess process) {
        try {
            process.stop(STOP_DEADLINE);
        } catch (InterruptedException e) {
            process.kill();
            Thread.currentThread().interrupt();
        }
    }
}
