package io.sluice.devcluster;

import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One node of a cluster: its home, its settings, and while it runs its process. Used by the thread that works with the cluster. */
final class DevNode {

    private final NodeHome home;
    private final Map<String, String> settings;
    private volatile @Nullable ServerProcess process;
    private @Nullable URI address;

    DevNode(NodeHome home, Map<String, String> settings) {
        this.home = home;
        this.settings = new LinkedHashMap<>(settings);
    }

    NodeHome home() {
        return home;
    }

    /** Writes the node's files anew, as each start needs them. */
    void prepare(ServerRuntime runtime) throws IOException {
        home.forgetPorts();
        home.writeSettings(runtime.configFile(), settings);
        runtime.prepare(home);
    }

    void runsIn(ServerProcess started) {
        process = started;
    }

    /** The process it runs or last ran in; null before the first start. */
    @Nullable ServerProcess process() {
        return process;
    }

    boolean running() {
        ServerProcess current = process;
        return current != null && current.alive();
    }

    /** Whether the node listens on both its ports; from then on it keeps its HTTP port, also when it comes back. */
    boolean listens() throws IOException {
        if (home.httpAddress().isEmpty() || home.transportAddress().isEmpty()) {
            return false;
        }
        URI bound = URI.create("http://" + home.httpAddress().orElseThrow());
        settings.put("http.port", String.valueOf(bound.getPort()));
        address = bound;
        return true;
    }

    URI address() {
        URI bound = address;
        if (bound == null) {
            throw new IllegalStateException(home.name() + " has not listened yet");
        }
        return bound;
    }
}
