package io.sluice.server;

import io.sluice.config.GatewayConfig;
import io.sluice.config.ListenerTlsConfig;
import io.sluice.config.ReloadConfig;
import io.sluice.config.UpstreamTlsConfig;
import io.sluice.failure.RepeatedTask;
import io.sluice.files.FileContents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks again and again at the configuration file and the certificates that it names, if the configuration asks for that, and reloads
 * when they have changed. A change counts once two looks in a row found the same, so that no half-written file is read. On a thread of
 * its own.
 */
public final class ConfigWatch implements AutoCloseable {
    private final Gateway gateway;
    private final Reloads reloads;
    private final Path file;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "sluice-config-watch");
        thread.setDaemon(true);
        return thread;
    });
    private static final String NOTHING = "";

    /** What was there, before and after, when it was last compared with what the gateway has read. */
    private String known = NOTHING;

    /** How often the gateway had read the file then. */
    private long knownReads;

    /** What the last look found. */
    private String seen = NOTHING;

    /** @param file of the configuration */
    public ConfigWatch(Gateway gateway, Reloads reloads, Path file) {
        this.gateway = gateway;
        this.reloads = reloads;
        this.file = file;
    }

    /** Begins; goes on until it is closed. */
    public void start() {
        RepeatedTask look = new RepeatedTask("the watched configuration", this::look);
        thread.execute(() -> again(look));
    }

    // Whether and how often to look may change with each configuration.
    private void again(RepeatedTask look) {
        look.run();
        ReloadConfig config = gateway.config().process().reload();
        thread.schedule(() -> again(look), config.every().toNanos(), TimeUnit.NANOSECONDS);
    }

    /** One look; on the thread of this, or before that is started. */
    void look() {
        GatewayConfig config = gateway.config();
        if (!config.process().reload().watch()) {
            known = NOTHING;
            seen = NOTHING;
            return;
        }
        Path[] files = files(config);
        String now = FileContents.digest(files);
        boolean settled = now.equals(seen);
        seen = now;
        if (settled && !(now.equals(known) && reloads.reads() == knownReads)) {
            // The files may be others than at the last look, as a configuration names them, and somebody else may have
            // taken them over: only what has not been read yet is a change.
            knownReads = reloads.reloadIfUnread("the file changed");
            // What was read may be neither what was there before nor what is there now.
            known = FileContents.digest(files).equals(now) ? now : NOTHING;
        }
    }

    private Path[] files(GatewayConfig config) {
        List<@Nullable Path> files = new ArrayList<>();
        files.add(file);
        // A file that was refused may name others than the running configuration does.
        files.addAll(reloads.tlsFiles());
        config.listeners().forEach(listener -> {
            ListenerTlsConfig tls = listener.tls();
            if (tls != null) {
                files.addAll(tls.files());
            }
        });
        config.clusters().values().forEach(cluster -> {
            UpstreamTlsConfig tls = cluster.tls();
            files.add(tls.ca());
            files.add(tls.certificate());
            files.add(tls.key());
        });
        config.flows().values().forEach(flow -> flow.filters().forEach(filter -> files.addAll(filter.files())));
        return files.toArray(Path[]::new);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
