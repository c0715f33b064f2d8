package io.sluice.server;

import io.sluice.config.ConfigChange;
import io.sluice.config.ConfigDiff;
import io.sluice.config.ConfigException;
import io.sluice.config.Loaded;
import io.sluice.config.Place;
import io.sluice.config.Problem;
import io.sluice.files.FileContents;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.QueueUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the configuration of a running gateway, one change at a time, and keeps those that were taken over. Thread-safe; its methods
 * block, so off the event loops.
 */
public final class Reloads {
    private static final Logger LOG = LoggerFactory.getLogger(Reloads.class);
    private static final int KEPT = 10;

    private final Gateway gateway;
    private final ConfigSource source;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    /** The newest first; that is the current one. Neighbours differ. Changed under the lock, and under its own monitor. */
    private final ArrayDeque<KeptConfig> kept = new ArrayDeque<>();
    /** The file when it was last read to be taken over, whatever became of it. Changed under the lock. */
    private volatile ReadFile lastRead;
    /** How often the file was read to be taken over. Changed under the lock. */
    private final AtomicLong reads = new AtomicLong();

    /**
     * A file as it was read.
     *
     * @param tlsFiles that it names
     * @param digest of what was in those
     */
    private record ReadFile(String text, List<Path> tlsFiles, String digest) {

        static ReadFile of(String text, List<Path> tlsFiles) {
            return new ReadFile(text, tlsFiles, digest(tlsFiles));
        }

        boolean isUnchanged(String textNow) {
            return textNow.equals(text) && digest(tlsFiles).equals(digest);
        }

        private static String digest(List<Path> files) {
            return FileContents.digest(files.toArray(Path[]::new));
        }
    }

    /**
     * Begins with the configuration that the gateway was started with.
     *
     * @param text as it was read
     */
    public Reloads(Gateway gateway, ConfigSource source, String text, InstantSource clock) {
        this.gateway = gateway;
        this.source = source;
        this.clock = clock;
        // The certificates of the running configuration, which are all that it names, are looked at anyway.
        this.lastRead = ReadFile.of(text, List.of());
        keep(text, "start");
    }

    private void keep(String text, String reason) {
        synchronized (kept) {
            KeptConfig newest = kept.peekFirst();
            if (newest != null && newest.text().equals(text)) {
                // Certificates or plugins are read anew often; that must not push out what a rollback can go to.
                kept.removeFirst();
            }
            kept.addFirst(new KeptConfig(gateway.generation(), clock.instant(), reason, text));
            if (kept.size() > KEPT) {
                kept.removeLast();
            }
        }
    }

    /** The configurations that were taken over, the current one first; the last ones of a bounded number. */
    public List<KeptConfig> kept() {
        synchronized (kept) {
            return List.copyOf(kept);
        }
    }

    /**
     * Reads the file and takes it over; waits while another change is under way.
     *
     * @param reason who asks for it, for the log and the list of configurations
     */
    public ReloadOutcome reload(String reason) {
        lock.lock();
        try {
            return reloadLocked(reason);
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #reload}, but does not wait. */
    public ReloadOutcome tryReload(String reason) {
        if (!lock.tryLock()) {
            return new ReloadOutcome.Busy();
        }
        try {
            return reloadLocked(reason);
        } finally {
            lock.unlock();
        }
    }

    /** How often the file was read to be taken over, by whomever. */
    long reads() {
        return reads.get();
    }

    /** The files of certificates and keys that the file named when it was last read, whatever became of it. */
    List<Path> tlsFiles() {
        return lastRead.tlsFiles();
    }

    /**
     * As {@link #reload}, but does nothing if the file and the certificates that it names are as they were last read, whatever became of
     * it, and the certificates of listeners and clusters are those that they have: a rollback stays.
     *
     * @return {@link #reads} after that
     */
    long reloadIfUnread(String reason) {
        lock.lock();
        try {
            if (!isAsRead()) {
                reloadLocked(reason);
            }
            return reads.get();
        } finally {
            lock.unlock();
        }
    }

    private boolean isAsRead() {
        try {
            return lastRead.isUnchanged(source.read())
                    && gateway.changedCertificates().isEmpty();
        } catch (ConfigException e) {
            return false;
        }
    }

    private ReloadOutcome reloadLocked(String reason) {
        try {
            reads.incrementAndGet();
            String text = source.read();
            lastRead = ReadFile.of(text, source.tlsFiles(text));
            ReloadOutcome outcome = apply(text, reason);
            if (outcome instanceof ReloadOutcome.Done) {
                keep(text, reason);
            }
            return outcome;
        } catch (ConfigException e) {
            return refused(reason, e.problems());
        }
    }

    /**
     * Takes the configuration back that was there before the current one: its content as it was read, with certificates and plugins as
     * they are now. Called again, it goes further back. Does not wait for another change.
     */
    public ReloadOutcome tryRollback() {
        if (!lock.tryLock()) {
            return new ReloadOutcome.Busy();
        }
        try {
            List<KeptConfig> all = kept();
            if (all.size() < 2) {
                return refused("rollback", List.of(problem("no earlier configuration is kept")));
            }
            KeptConfig earlier = all.get(1);
            String reason = "rollback to generation " + earlier.generation();
            ReloadOutcome outcome = apply(earlier.text(), reason);
            if (outcome instanceof ReloadOutcome.Done) {
                synchronized (kept) {
                    kept.removeFirst();
                    kept.removeFirst();
                }
                keep(earlier.text(), reason);
            }
            return outcome;
        } finally {
            lock.unlock();
        }
    }

    /**
     * What a reload would change now. The problems that only making filters, opening queues and binding addresses would show are not
     * found. Does not wait for another change.
     *
     * @return {@link ReloadOutcome.Done} with the current generation's number, though nothing has changed
     */
    public ReloadOutcome tryDiff() {
        if (!lock.tryLock()) {
            return new ReloadOutcome.Busy();
        }
        try {
            Loaded<FilterRegistry> loaded = source.parse(source.read(), gateway.registry());
            try {
                List<Problem> problems = RestartCheck.problems(gateway.config(), loaded);
                problems.addAll(gateway.obstacles(loaded));
                return problems.isEmpty()
                        ? new ReloadOutcome.Done(gateway.generation(), changes(loaded), loaded.warnings())
                        : new ReloadOutcome.Refused(problems);
            } finally {
                loaded.filters().close();
            }
        } catch (ConfigException e) {
            return new ReloadOutcome.Refused(e.problems());
        } finally {
            lock.unlock();
        }
    }

    private List<ConfigChange> changes(Loaded<FilterRegistry> loaded) {
        List<ConfigChange> changes = new ArrayList<>(ConfigDiff.of(gateway.config(), loaded.config()));
        changes.addAll(FileChanges.ofPlugins(
                gateway.registry().plugins(), loaded.filters().plugins()));
        changes.addAll(gateway.changedCertificates());
        return changes;
    }

    private ReloadOutcome apply(String text, String reason) {
        try {
            Loaded<FilterRegistry> loaded = source.parse(text, gateway.registry());
            List<Problem> fixed = RestartCheck.problems(gateway.config(), loaded);
            if (!fixed.isEmpty()) {
                loaded.filters().close();
                return refused(reason, fixed);
            }
            List<ConfigChange> changes = changes(loaded);
            gateway.change(loaded.config(), loaded.filters());
            return done(reason, new ReloadOutcome.Done(gateway.generation(), changes, loaded.warnings()));
        } catch (ConfigException e) {
            return refused(reason, e.problems());
        } catch (QueueUnavailableException e) {
            return refused(reason, List.of(e.problem()));
        } catch (IOException e) {
            return refused(reason, List.of(problem(String.valueOf(e.getMessage()))));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return refused(reason, List.of(problem("it was interrupted")));
        } catch (StoppingException e) {
            return refused(reason, List.of(problem("the gateway is stopping")));
        } catch (RuntimeException | Error e) {
            LOG.atError().setCause(e).log("a configuration could not be taken over, which is a bug");
            return refused(reason, List.of(problem("the gateway failed at it; its log says where: " + e)));
        }
    }

    private Problem problem(String message) {
        return new Problem(new Place(source.file().toString(), 0, 0, ""), message);
    }

    private ReloadOutcome done(String reason, ReloadOutcome.Done outcome) {
        gateway.reloadMeters().done();
        outcome.warnings()
                .forEach(warning ->
                        LOG.atWarn().addKeyValue("place", warning.place()).log(warning.message()));
        LOG.atInfo()
                .addKeyValue("reason", reason)
                .addKeyValue("generation", outcome.generation())
                .addKeyValue(
                        "changed",
                        outcome.changes().stream()
                                .map(change -> change.section() + " " + change.name())
                                .distinct()
                                .toList())
                .log("the configuration is taken over");
        return outcome;
    }

    private ReloadOutcome refused(String reason, List<Problem> problems) {
        gateway.reloadMeters().refused();
        for (Problem problem : problems) {
            LOG.atError()
                    .addKeyValue("reason", reason)
                    .addKeyValue("generation", gateway.generation())
                    .addKeyValue("problem", problem)
                    .log("the configuration is refused, the one before stays");
        }
        return new ReloadOutcome.Refused(problems);
    }
}
