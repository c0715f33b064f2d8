package io.sluice.plugins.jwt;

import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The issuer's keys, read again and again. If that fails, they stay as they were for {@code keepFor}, and then there are
 * none. {@link #current} is safe from any thread and does not block; the others block and may be called from any.
 */
final class Keys implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Keys.class);
    /** A token with an unknown key has them read again at once, but clients cannot do this as often as they like. */
    private static final Duration AT_MOST_EVERY = Duration.ofSeconds(10);

    private final KeyReader reader;
    private final JwtConfig config;
    private final InstantSource clock;
    private final FilterMeters.Counter failures;
    private Instant lastRead = Instant.EPOCH;
    private volatile @Nullable KeySet newest;

    Keys(KeyReader reader, JwtConfig config, FilterContext context) {
        this.reader = reader;
        this.config = config;
        this.clock = context.clock();
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

    /** Reads the keys now; what goes wrong is logged and counted. */
    synchronized void refresh() {
        try {
            read();
        } catch (IOException | IllegalArgumentException e) {
            failures.increment();
            LOG.atWarn()
                    .addKeyValue("issuer", config.issuer())
                    .setCause(e)
                    .log("keys not readable, keeping those known");
        }
    }

    /** Reads the keys if they have not been read just before; the keys that are known then. */
    synchronized @Nullable KeySet refreshed() {
        if (Duration.between(lastRead, clock.instant()).compareTo(AT_MOST_EVERY) >= 0) {
            refresh();
        }
        return current();
    }

    /**
     * Reads the keys.
     *
     * @throws IOException if they cannot be read
     * @throws IllegalArgumentException if what is read is no JWK set
     */
    synchronized void read() throws IOException {
        lastRead = clock.instant();
        String text = reader.read();
        KeySet known = newest;
        if (known != null && known.isOf(text)) {
            known.confirm(clock.instant());
            return;
        }
        KeySet read = KeySet.parse(text, config.cacheSize(), clock.instant());
        newest = read;
        LOG.atInfo()
                .addKeyValue("issuer", config.issuer())
                .addKeyValue("keys", read.keys().size())
                .log("keys of an issuer read");
    }

    @Override
    public void close() {
        reader.close();
    }
}
