package io.sluice.devcluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What a cluster should be like; {@link #start()} starts it. Not thread-safe. */
public final class DevClusterBuilder {

    private static final Pattern MASTER_ROLE = Pattern.compile("\\b(master|cluster_manager)\\b");

    private final ServerKind kind;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<Integer, Map<String, String>> nodeSettings = new LinkedHashMap<>();
    private final List<Path> plugins = new ArrayList<>();
    private List<Integer> httpPorts = List.of();
    private Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    private int nodes = 1;
    private int heapMegabytes;
    private boolean processPerNode;
    private boolean fastStart;

    DevClusterBuilder(ServerKind kind) {
        this.kind = kind;
    }

    /** How many nodes; 1 unless said otherwise. */
    public DevClusterBuilder nodes(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("a cluster has at least one node, not " + count);
        }
        nodes = count;
        return this;
    }

    /** Runs each node in a process of its own, so that it can be killed, instead of all in one. */
    public DevClusterBuilder processPerNode() {
        processPerNode = true;
        return this;
    }

    /** The heap of each process in MiB; 512 for one node in it and 320 for each further one unless said otherwise. */
    public DevClusterBuilder heapMegabytes(int megabytes) {
        if (megabytes < 128) {
            throw new IllegalArgumentException("no server starts with a heap of " + megabytes + " MiB");
        }
        heapMegabytes = megabytes;
        return this;
    }

    /**
     * Compiles with the JVM's quick compiler only, which halves the CPU time of a start, and collects garbage in one thread, which takes a
     * tenth of what is left: for tests, not for measurements.
     */
    public DevClusterBuilder fastStart() {
        fastStart = true;
        return this;
    }

    /** The HTTP port of each node; free ones are found for nodes that the list does not reach. */
    public DevClusterBuilder httpPorts(List<Integer> ports) {
        httpPorts = List.copyOf(ports);
        return this;
    }

    /** Puts a setting into every node's configuration file, in place of ours where there is one. */
    public DevClusterBuilder setting(String key, String value) {
        settings.put(key, value);
        return this;
    }

    /** Puts a setting into the configuration file of the node of this number, counted from 0. */
    public DevClusterBuilder setting(int node, String key, String value) {
        nodeSettings.computeIfAbsent(node, ignored -> new LinkedHashMap<>()).put(key, value);
        return this;
    }

    /**
     * Puts a copy of this directory, which holds a plugin's descriptor and jars, into every node's {@code plugins/}, where the server finds
     * and loads it as any other.
     *
     * @throws IllegalArgumentException if it is no plugin's directory, or the server is a distribution with plugins of its own
     */
    public DevClusterBuilder plugin(Path directory) {
        if (!kind.isEmbedded()) {
            throw new IllegalArgumentException(kind.id() + " takes no plugins here; the embedded servers do");
        }
        if (!Files.exists(directory.resolve("plugin-descriptor.properties"))) {
            throw new IllegalArgumentException("there is no plugin-descriptor.properties in " + directory);
        }
        plugins.add(directory.toAbsolutePath());
        return this;
    }

    /** Keeps data and logs in a new directory under this one instead of the system's temporary directory; they go at the end all the same. */
    public DevClusterBuilder under(Path directory) {
        parent = directory.toAbsolutePath();
        return this;
    }

    /**
     * Starts the cluster and waits until it is green with all its nodes.
     *
     * @return the running cluster; the caller closes it
     * @throws ServerStartException when the server is not built, ends, or is not green in four minutes; nothing is left running
     */
    public DevCluster start() {
        return DevCluster.start(this);
    }

    ServerKind kind() {
        return kind;
    }

    Path parent() {
        return parent;
    }

    List<Path> plugins() {
        return plugins;
    }

    boolean isProcessPerNode() {
        return processPerNode;
    }

    List<String> nodeNames() {
        List<String> names = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            names.add("node-" + (node + 1));
        }
        return names;
    }

    /** The names of the nodes that may become master: those that have all roles, as is the default, or this one among others. */
    private List<String> masterNames() {
        List<String> names = nodeNames();
        List<String> masters = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            String everyNode = settings.getOrDefault("node.roles", "master");
            String roles = nodeSettings.getOrDefault(node, Map.of()).getOrDefault("node.roles", everyNode);
            if (MASTER_ROLE.matcher(roles).find()) {
                masters.add(names.get(node));
            }
        }
        return masters;
    }

    /** The options of the JVM that runs so many nodes. */
    List<String> jvmOptions(int nodesInProcess) {
        int heap = heapMegabytes > 0 ? heapMegabytes : 512 + 320 * (nodesInProcess - 1);
        String maxHeap = "-Xmx" + heap + "m";
        return fastStart
                ? List.of(maxHeap, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-AlwaysPreTouch")
                : List.of(maxHeap);
    }

    /** The whole configuration of the node of this number, with what its server adds. */
    Map<String, String> settingsOf(int node, NodeHome home, Map<String, String> ofServer) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("cluster.name", "sluice-dev");
        all.put("node.name", home.name());
        all.put("path.data", home.data().toString());
        all.put("path.logs", home.logs().toString());
        all.put("network.host", "127.0.0.1");
        all.put("http.port", node < httpPorts.size() ? String.valueOf(httpPorts.get(node)) : "0");
        all.put("transport.port", "0");
        all.put("node.portsfile", "true");
        // nodes find each other by a file that is written once their ports are known
        all.put("discovery.seed_providers", "file");
        all.put("discovery.find_peers_interval", "200ms");
        all.put("discovery.initial_state_timeout", "0s");
        all.put("cluster.initial_master_nodes", String.join(",", masterNames()));
        all.put("cluster.routing.allocation.disk.threshold_enabled", "false");
        all.putAll(ofServer);
        all.putAll(settings);
        all.putAll(nodeSettings.getOrDefault(node, Map.of()));
        return all;
    }
}
