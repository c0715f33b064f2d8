package io.sluice.server;

import io.sluice.config.BulkConfig;
import io.sluice.config.GatewayConfig;
import io.sluice.config.HostPort;
import io.sluice.config.ListenerConfig;
import io.sluice.config.Loaded;
import io.sluice.config.Problem;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a start needs of the machine besides a right configuration. Opens sockets for a moment and sends nothing. */
public final class StartCheck {

    private final Loaded<?> loaded;
    private final GatewayConfig config;

    public StartCheck(Loaded<?> loaded) {
        this.loaded = loaded;
        this.config = loaded.config();
    }

    /** The problems that would keep a gateway from starting, or make it fail later, on any machine like this one. */
    public List<Problem> problems() {
        List<Problem> problems = new ArrayList<>();
        String transport = EventLoops.obstacle(config.process().transport());
        if (transport != null) {
            add(problems, "process.transport", transport);
        }
        config.flows().forEach((name, flow) -> checkSpool(flow.relay().bulk(), "flows." + name + ".relay", problems));
        config.queues().forEach((name, queue) -> checkSpool(queue.bulk(), "queues." + name, problems));
        return problems;
    }

    private void checkSpool(@Nullable BulkConfig bulk, String section, List<Problem> problems) {
        String obstacle = bulk == null ? null : spoolObstacle(bulk.spool().directory());
        if (obstacle != null) {
            add(problems, section + ".bulk.spool.directory", obstacle);
        }
    }

    private static @Nullable String spoolObstacle(@Nullable Path directory) {
        if (directory == null) {
            return null;
        }
        if (!Files.isDirectory(directory)) {
            return "there is no directory " + directory;
        }
        return Files.isWritable(directory)
                ? null
                : "user '" + System.getProperty("user.name") + "' may not write in " + directory;
    }

    /** What would keep a gateway from starting now; another process may be the reason, such as one with this configuration. */
    public List<Problem> warnings() {
        List<Problem> warnings = new ArrayList<>();
        if (config.admin().enabled()) {
            listen("admin.bind", config.admin().bind(), warnings);
        }
        List<ListenerConfig> listeners = config.listeners();
        for (int i = 0; i < listeners.size(); i++) {
            listen("listeners[" + i + "].bind", listeners.get(i).bind(), warnings);
        }
        return warnings;
    }

    private void listen(String path, HostPort bind, List<Problem> warnings) {
        InetSocketAddress address = bind.resolve();
        if (address.isUnresolved()) {
            add(warnings, path, "the name " + bind.host() + " cannot be resolved");
            return;
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address);
        } catch (IOException e) {
            add(warnings, path, "cannot listen on " + bind + " now: " + BindFailure.reason(e));
        }
    }

    private void add(List<Problem> problems, String path, String message) {
        problems.add(new Problem(loaded.placeOf(path), message));
    }
}
