package io.sluice.plugins.jwt;

import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The issuer's keys, read again and again. If that fails, they stay as they were for {@code keepFor}, and then there are
 * none. All methods are safe from any thread; {@link #refresh} and {@link #read} block.
 */
final class Keys implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Keys.class);
    /** A token with an unknown key has them read again at once, but clients cannot do this as often as they like. */
    private static final Duration AT_MOST_EVERY = Duration.ofSeconds(10);

    private final KeyReader reader;
    private final JwtConfig config;
    private final InstantSource clock;
    private final Executor executor;
    private final Duration wait;
    private final FilterMeters.Counter failures;
    /** The reading that waits for a thread or has one: there is one at a time. Null if there is none. */
    private final AtomicReference<@Nullable CompletableFuture<@Nullable KeySet>> underWay = new AtomicReference<>();

    private volatile Instant lastRead = Instant.EPOCH;
    private volatile @Nullable KeySet newest;
    private volatile boolean closed;

    Keys(KeyReader reader, JwtConfig config, FilterContext context) {
        this.reader = reader;
        this.config = config;
        this.clock = context.steadyClock();
        this.executor = context.blockingExecutor();
        this.wait = context.filterTimeout().dividedBy(2);
        this.failures = context.meters().counter("reload_failures", "Times that the keys could not be read");
        context.meters().gauge("known_keys", "Keys that tokens are checked with", () -> {
            KeySet now = current();
            return now == null ? 0 : now.keys().size();
        });
    }

    /** The keys; null if none could be read for {@code keepFor}. */
    @Nullable KeySet current() {
        KeySet found = newest;
        return found == null || clock.instant().isAfter(found.confirmed().plus(config.keepFor())) ? null : found;
    }

    /** Reads the keys now, unless they are being read; what goes wrong is logged and counted. */
    void refresh() {
        CompletableFuture<@Nullable KeySet> mine = new CompletableFuture<>();
        if (underWay.compareAndSet(null, mine)) {
            refreshFor(mine);
        }
    }

    /**
     * Waits for the keys that are being read, or has them read if they have not been just before; completes with the keys
     * that are known then, null without any. After half of the time for a plan of a filter it completes with those that were
     * known before.
     */
    CompletableFuture<@Nullable KeySet> refreshed() {
        // The time is asked for first: a reading that has set it is under way, or its keys are known.
        boolean justNow = isReadJustNow();
        CompletableFuture<@Nullable KeySet> mine = new CompletableFuture<>();
        CompletableFuture<@Nullable KeySet> other = justNow ? underWay.get() : underWay.compareAndExchange(null, mine);
        if (other != null) {
            return inTime(other);
        }
        if (justNow) {
            return CompletableFuture.completedFuture(current());
        }
        try {
            executor.execute(() -> refreshFor(mine));
        } catch (RejectedExecutionException e) {
            end(mine);
        } catch (Throwable e) {
            // A thread may not start for want of memory: the keys are read once there is some.
            end(mine);
            throw e;
        }
        return inTime(mine);
    }

    private CompletableFuture<@Nullable KeySet> inTime(CompletableFuture<@Nullable KeySet> reading) {
        return reading.isDone()
                ? reading
                : reading.copy().completeOnTimeout(current(), wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean isReadJustNow() {
        return Duration.between(lastRead, clock.instant()).compareTo(AT_MOST_EVERY) < 0;
    }

    private void refreshFor(CompletableFuture<@Nullable KeySet> waiting) {
        try {
            read();
        } catch (IOException | IllegalArgumentException e) {
            if (closed) {
                // a reading under way was broken off, as of a configuration that is only checked
                return;
            }
            failures.increment();
            LOG.atWarn()
                    .addKeyValue("issuer", config.issuer())
                    .setCause(e)
                    .log("keys not readable, keeping those known");
        } finally {
            end(waiting);
        }
    }

    private void end(CompletableFuture<@Nullable KeySet> waiting) {
        underWay.compareAndSet(waiting, null);
        waiting.complete(current());
    }

    /**
     * Reads the keys. Not to be called by two threads at a time.
     *
     * @throws IOException if they cannot be read
     * @throws IllegalArgumentException if what is read is no JWK set
     */
    void read() throws IOException {
        lastRead = clock.instant();
        String text = reader.read();
        KeySet known = newest;
        KeySet read = KeySet.parse(text, config.cacheSize(), clock.instant());
        if (known != null && known.hasKeysOf(read)) {
            known.confirm(clock.instant());
            return;
        }
        newest = read;
        LOG.atInfo()
                .addKeyValue("issuer", config.issuer())
                .addKeyValue("keys", read.keys().size())
                .log("keys of an issuer read");
    }

    @Override
    public void close() {
        closed = true;
        reader.close();
    }
}
