package io.sluice.cli;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.admin.AdminServer;
import io.sluice.config.AdminConfig;
import io.sluice.config.ConfigException;
import io.sluice.config.Loaded;
import io.sluice.config.Problem;
import io.sluice.config.ProcessConfig;
import io.sluice.metrics.BuildVersion;
import io.sluice.metrics.PrometheusMeters;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.Plugin;
import io.sluice.server.ConfigSource;
import io.sluice.server.ConfigWatch;
import io.sluice.server.Descriptors;
import io.sluice.server.Gateway;
import io.sluice.server.Reloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A gateway with what surrounds it in a process of its own: the admin endpoint, reloads, the file that is watched. */
final class GatewayProcess {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayProcess.class);

    private final Gateway gateway;
    private final Reloads reloads;
    private final ConfigWatch watch;
    private final @Nullable AdminServer admin;

    private GatewayProcess(Gateway gateway, Reloads reloads, ConfigWatch watch, @Nullable AdminServer admin) {
        this.gateway = gateway;
        this.reloads = reloads;
        this.watch = watch;
        this.admin = admin;
    }

    /**
     * Starts all of it, and logs what was started. Blocks.
     *
     * @param file the configuration
     * @throws ConfigException if the configuration or a plugin cannot be used
     * @throws IOException if an address cannot be bound or a file cannot be read; nothing is left running
     */
    static GatewayProcess start(Path file) throws ConfigException, IOException, InterruptedException {
        ConfigSource source = ConfigSource.ofThisProcess(file);
        String text = source.read();
        Loaded<FilterRegistry> loaded = source.parse(text, null);
        loaded.warnings().forEach(GatewayProcess::warn);
        String descriptors = Descriptors.problem(loaded.config());
        if (descriptors != null) {
            LOG.warn(descriptors);
        }
        loaded.filters().plugins().forEach(GatewayProcess::report);
        PrometheusMeterRegistry meters = PrometheusMeters.make(loaded.config().tracing() != null);
        Gateway gateway = Gateway.start(loaded.config(), loaded.filters(), meters, source.directory());
        Reloads reloads = new Reloads(gateway, source, text, InstantSource.system());
        AdminServer admin = startAdmin(loaded.config().admin(), gateway, reloads, meters);
        ConfigWatch watch = new ConfigWatch(gateway, reloads, file);
        watch.start();
        LOG.atInfo()
                .addKeyValue("version", BuildVersion.number())
                .addKeyValue("java", Runtime.version())
                .addKeyValue("pid", ProcessHandle.current().pid())
                .addKeyValue("millis", millisSinceStart())
                .log("started");
        return new GatewayProcess(gateway, reloads, watch, admin);
    }

    private static @Nullable AdminServer startAdmin(
            AdminConfig config, Gateway gateway, Reloads reloads, PrometheusMeterRegistry meters)
            throws IOException, InterruptedException {
        try {
            return config.enabled() ? AdminServer.start(config, gateway, reloads, meters) : null;
        } catch (IOException | InterruptedException | RuntimeException e) {
            // Clients may have come already.
            gateway.close();
            throw e;
        }
    }

    private static void warn(Problem warning) {
        LOG.atWarn().addKeyValue("place", warning.place()).log(warning.message());
    }

    private static void report(Plugin plugin) {
        for (Plugin.Jar jar : plugin.jars()) {
            LOG.atInfo()
                    .addKeyValue("plugin", plugin.name())
                    .addKeyValue("filters", plugin.types())
                    .addKeyValue("jar", jar.file().getFileName())
                    .addKeyValue("sha256", jar.sha256())
                    .log("plugin loaded");
        }
    }

    private static long millisSinceStart() {
        Instant now = Instant.now();
        return Duration.between(ProcessHandle.current().info().startInstant().orElse(now), now)
                .toMillis();
    }

    /**
     * Reads the configuration file and takes it over. Blocks.
     *
     * @param reason who asks for it, for the log and the list of configurations
     */
    void reload(String reason) {
        reloads.reload(reason);
    }

    /** Lets running requests finish, then closes everything; halts the process if that takes too long. Blocks. */
    void stop() {
        ProcessConfig process = gateway.config().process();
        StopLimit.begin(process.shutdownDelay().plus(process.drain()));
        LOG.atInfo().addKeyValue("requests", gateway.requests()).log("stopping");
        watch.close();
        gateway.close();
        if (admin != null) {
            // Open until now, since it says that the gateway is no longer ready.
            admin.close();
        }
        LOG.info("stopped");
    }
}
