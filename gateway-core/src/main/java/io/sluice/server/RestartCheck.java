package io.sluice.server;

import io.sluice.config.AdminConfig;
import io.sluice.config.GatewayConfig;
import io.sluice.config.Loaded;
import io.sluice.config.Problem;
import io.sluice.config.ProcessConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds what another configuration changes that is fixed while the process lives. For one thread. */
final class RestartCheck {
    private final Loaded<?> wanted;
    private final List<Problem> problems = new ArrayList<>();

    private RestartCheck(Loaded<?> wanted) {
        this.wanted = wanted;
    }

    /** The changes that need a restart; while there are any, nothing of the configuration is taken over. */
    static List<Problem> problems(GatewayConfig running, Loaded<?> wanted) {
        RestartCheck check = new RestartCheck(wanted);
        AdminConfig admin = running.admin();
        AdminConfig newAdmin = wanted.config().admin();
        check.fixed("admin.enabled", admin.enabled(), newAdmin.enabled());
        check.fixed("admin.bind", admin.bind(), newAdmin.bind());
        check.fixed("admin.hosts", admin.hosts(), newAdmin.hosts());
        check.fixed("admin.open", admin.open(), newAdmin.open());
        check.fixed("admin.auth", admin.auth(), newAdmin.auth());
        ProcessConfig process = running.process();
        ProcessConfig newProcess = wanted.config().process();
        check.fixed("process.eventLoops", process.eventLoops(), newProcess.eventLoops());
        check.fixed("process.transport", process.transport(), newProcess.transport());
        check.fixed("process.maxRequests", process.maxRequests(), newProcess.maxRequests());
        check.fixed("process.maxBytes", process.maxBytes(), newProcess.maxBytes());
        check.fixed("process.nameServers", process.nameServers(), newProcess.nameServers());
        check.fixed("tracing", running.tracing(), wanted.config().tracing());
        check.fixed(
                "plugins.blockingThreads",
                running.plugins().blockingThreads(),
                wanted.config().plugins().blockingThreads());
        return check.problems;
    }

    private void fixed(String path, @Nullable Object now, @Nullable Object then) {
        if (!Objects.equals(now, then)) {
            problems.add(new Problem(
                    wanted.placeOf(path),
                    "cannot change from " + now + " to " + then
                            + " while the gateway runs; restart it, or leave this as it was"));
        }
    }
}
