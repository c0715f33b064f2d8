package io.sluice.filters.apikey;

import io.sluice.api.ClusterAnswer;
import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.Principal;
import io.sluice.api.RequestTarget;
import io.sluice.api.check.CheckOrigin;
import io.sluice.api.check.Deadline;
import io.sluice.api.check.FairChecks;
import io.sluice.api.check.RememberedChecks;
import io.sluice.api.check.RememberedChecks.Meaning;
import io.sluice.api.check.VerifiedCache;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a cluster about its keys, off the event loops, and remembers for a short time what it said. A cluster that says nothing usable
 * accepts no key. Safe from any thread.
 */
final class ClusterCheck {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterCheck.class);
    private static final RequestTarget AUTHENTICATE = RequestTarget.parse("/_security/_authenticate");
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final Finding WRONG = new Finding.Wrong();
    private static final Finding BUSY = new Finding.Busy();
    private static final Finding UNAVAILABLE = new Finding.Unavailable();

    private final ClusterKeys config;
    private final InstantSource clock;
    /** How long a request waits at most, a half of it for its turn. */
    private final Duration patience;
    /** Null where nothing is ever sent. */
    private final @Nullable ClusterReader cluster;

    private final RememberedChecks<Finding> checks;
    private final VerifiedCache<Finding> refused;
    private final FilterMeters.Counter asked;
    private final FilterMeters.Counter failures;
    private final AtomicBoolean failing = new AtomicBoolean();

    /** @param executor where the cluster is asked, about as many keys at a time as it has threads */
    ClusterCheck(ClusterKeys config, FilterContext context, Executor executor) {
        this.config = config;
        this.clock = context.steadyClock();
        this.patience = patience(config.timeout(), context.filterTimeout());
        this.cluster = context.asked().stream()
                .filter(asks -> asks.cluster().equals(config.name().value()))
                .findFirst()
                .orElse(null);
        // An owner may make as many keys as it likes, and agents that are as many have a key each.
        VerifiedCache<Finding> accepted =
                new VerifiedCache<>(clock, config.cacheFor(), config.cacheSize(), Math.ceilDiv(config.cacheSize(), 2));
        this.checks = new RememberedChecks<>(
                new FairChecks<>(executor, config.maxPending(), BUSY), accepted, (origin, finding) -> meaning(finding));
        this.refused = new VerifiedCache<>(clock, config.refuseFor(), config.cacheSize(), config.cacheSize());
        this.asked = context.meters().counter("asked_keys", "Keys that the cluster was asked about");
        this.failures = context.meters().counter("failed_checks", "Keys that the cluster gave no usable answer about");
        context.meters().gauge("remembered_keys", "Accepted keys that are remembered", accepted::size);
    }

    // A filter that decides too late answers with 500.
    private static Duration patience(Duration timeout, Duration filterTimeout) {
        return shorter(timeout.multipliedBy(2), filterTimeout.multipliedBy(4).dividedBy(5));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Meaning meaning(Finding finding) {
        return switch (finding) {
            case Finding.Known known ->
                new Meaning.Right(
                        known.principal().claim(AuthenticatedKey.OWNER).getFirst());
            case Finding.Wrong wrong -> new Meaning.Wrong();
            case Finding.UnknownId unknownId -> new Meaning.Wrong();
            case Finding.Expired expired -> new Meaning.Wrong();
            case Finding.Busy busy -> new Meaning.Unknown();
            case Finding.Unavailable unavailable -> new Meaning.Unknown();
        };
    }

    /** Whether there is somebody to ask. */
    boolean asks() {
        return cluster != null;
    }

    /**
     * What the cluster says of a key; there at once if it has said so recently, and before the time of a filter ends.
     *
     * @param address the client's
     */
    CompletableFuture<Finding> find(ApiKey key, InetAddress address) {
        ByteBuffer hash = key.hash();
        Finding wrong = refused.get(hash);
        if (wrong != null) {
            return CompletableFuture.completedFuture(wrong);
        }
        Instant end = clock.instant().plus(patience);
        CompletableFuture<Finding> finding =
                checks.start(CheckOrigin.of(address, key.id()), hash, () -> askUntil(end, key, hash));
        return Deadline.after(patience).bound(finding, BUSY);
    }

    private Finding askUntil(Instant end, ApiKey key, ByteBuffer hash) {
        Duration left = Duration.between(clock.instant(), end);
        // Its own failure must come before that of a request that stops waiting, which would be taken for a lack of
        // threads.
        return left.compareTo(patience.dividedBy(2)) < 0
                ? BUSY
                : ask(key, hash, shorter(config.timeout(), left.minus(patience.dividedBy(10))));
    }

    private Finding ask(ApiKey key, ByteBuffer hash, Duration timeout) {
        if (cluster == null) {
            return UNAVAILABLE;
        }
        asked.increment();
        try {
            ClusterAnswer answer = cluster.getAs(key.header(), AUTHENTICATE, timeout);
            return switch (answer.status()) {
                case OK -> accept(key, answer);
                case UNAUTHORIZED -> refuse(key, hash);
                default -> unavailable("status " + answer.status());
            };
        } catch (IOException e) {
            return unavailable(String.valueOf(e.getMessage()));
        }
    }

    private Finding accept(ApiKey key, ClusterAnswer answer) {
        Optional<Principal> owner = AuthenticatedKey.principal(answer.body(), key, config.user());
        if (owner.isEmpty()) {
            return unavailable("the answer does not say that this key was used, or does not name its owner");
        }
        answered();
        return new Finding.Known(owner.get());
    }

    private Finding refuse(ApiKey key, ByteBuffer hash) {
        answered();
        refused.add(hash, key.id(), WRONG);
        return WRONG;
    }

    private void answered() {
        if (failing.compareAndSet(true, false)) {
            LOG.atInfo().addKeyValue("cluster", config.name()).log("the cluster answers about keys again");
        }
    }

    // Every request could fail, so only the first failure is logged.
    private Finding unavailable(String problem) {
        failures.increment();
        if (failing.compareAndSet(false, true)) {
            LOG.atWarn()
                    .addKeyValue("cluster", config.name())
                    .addKeyValue("problem", problem)
                    .log("the cluster gives no usable answer about keys; requests get 503 until it does");
        }
        return UNAVAILABLE;
    }
}
