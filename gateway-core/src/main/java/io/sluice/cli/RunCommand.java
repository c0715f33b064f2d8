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
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sluice run}: a gateway that serves until the process is asked to stop. */
@Command(name = "run", description = "Runs the gateway until it is stopped.", mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    @Mixin
    private ConfigOption config;

    /**
     * The configuration that {@code run [--config FILE]} names, or null for all other arguments. A process starts in half
     * of the time without the command line's library, whose classes no cache can hold.
     */
    static @Nullable Path plainRun(String[] arguments) {
        if (arguments.length == 0 || !arguments[0].equals("run")) {
            return null;
        }
        if (arguments.length == 1) {
            return ConfigOption.defaultFile();
        }
        boolean named = arguments[1].equals("--config") || arguments[1].equals("-c");
        return arguments.length == 3 && named ? Path.of(arguments[2]) : null;
    }

    @Override
    public Integer call() throws ConfigException, IOException, InterruptedException {
        return run(config.file());
    }

    /** Serves until the process is asked to stop; does not return before. */
    static int run(Path file) throws ConfigException, IOException, InterruptedException {
        ConfigSource source = ConfigSource.ofThisProcess(file);
        String text = source.read();
        Loaded<FilterRegistry> loaded = source.parse(text, null);
        loaded.warnings().forEach(RunCommand::warn);
        String descriptors = Descriptors.problem(loaded.config());
        if (descriptors != null) {
            LOG.warn(descriptors);
        }
        loaded.filters().plugins().forEach(RunCommand::report);
        PrometheusMeterRegistry meters = PrometheusMeters.make(loaded.config().tracing() != null);
        Gateway gateway = Gateway.start(loaded.config(), loaded.filters(), meters, source.directory());
        Reloads reloads = new Reloads(gateway, source, text, InstantSource.system());
        ConfigWatch watch = new ConfigWatch(gateway, reloads, file);
        AdminConfig adminConfig = loaded.config().admin();
        AdminServer admin = adminConfig.enabled() ? AdminServer.start(adminConfig, gateway, reloads, meters) : null;
        // On SIGTERM and SIGINT the JVM runs its shutdown hooks and waits for them.
        Thread stop = new Thread(() -> stop(gateway, admin, watch), "sluice-stop");
        Runtime.getRuntime().addShutdownHook(stop);
        HangUp.onSignal(() -> reloads.reload("SIGHUP"));
        watch.start();
        LOG.atInfo()
                .addKeyValue("version", BuildVersion.number())
                .addKeyValue("java", Runtime.version())
                .addKeyValue("pid", ProcessHandle.current().pid())
                .addKeyValue("millis", millisSinceStart())
                .log("started");
        new CountDownLatch(1).await();
        return ExitCode.OK;
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

    // The admin endpoint stays open while requests finish: it says that the gateway is no longer ready.
    private static void stop(Gateway gateway, @Nullable AdminServer admin, ConfigWatch watch) {
        ProcessConfig process = gateway.config().process();
        StopLimit.begin(process.shutdownDelay().plus(process.drain()));
        LOG.atInfo().addKeyValue("requests", gateway.requests()).log("stopping");
        watch.close();
        gateway.close();
        if (admin != null) {
            admin.close();
        }
        LOG.info("stopped");
    }

    private static long millisSinceStart() {
        Instant now = Instant.now();
        return Duration.between(ProcessHandle.current().info().startInstant().orElse(now), now)
                .toMillis();
    }
}
