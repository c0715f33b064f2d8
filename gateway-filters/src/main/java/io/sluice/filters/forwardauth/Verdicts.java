package io.sluice.filters.forwardauth;

import io.sluice.api.FilterContext;
import io.sluice.api.Principal;
import io.sluice.api.check.CheckOrigin;
import io.sluice.api.check.Deadline;
import io.sluice.api.check.FairChecks;
import io.sluice.api.check.KeyedHash;
import io.sluice.api.check.RememberedChecks;
import io.sluice.api.check.RememberedChecks.Meaning;
import io.sluice.api.check.VerifiedCache;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Has the service asked off the event loops and fairly, and remembers permissions if that is configured. Thread-safe. */
final class Verdicts {

    private static final Verdict UNAVAILABLE = new Verdict.Unavailable();

    private final ForwardAuthConfig config;
    private final Service service;
    private final KeyedHash hash = new KeyedHash(new SecureRandom());
    private final FairChecks<ByteBuffer, Verdict> checks;
    private final RememberedChecks<Verdict> remembered;
    private final AtomicLong next = new AtomicLong();

    /** @param executor where requests wait for the service */
    Verdicts(ForwardAuthConfig config, Service service, FilterContext context, Executor executor) {
        this.config = config;
        this.service = service;
        this.checks = new FairChecks<>(executor, config.maxPending(), new Verdict.Busy());
        this.remembered = new RememberedChecks<>(
                checks,
                new VerifiedCache<>(
                        context.steadyClock(),
                        config.cacheFor(),
                        config.cacheSize(),
                        Math.ceilDiv(config.cacheSize(), 2)),
                Verdicts::meaning);
    }

    private static Meaning meaning(CheckOrigin origin, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Allowed allowed -> new Meaning.Right(owner(origin, allowed.principal()));
            case Verdict.Denied denied -> new Meaning.Wrong();
            case Verdict.Busy busy -> new Meaning.Unknown();
            case Verdict.Unavailable unavailable -> new Meaning.Unknown();
        };
    }

    // Where the service names no user, nothing but the network tells clients apart.
    private static String owner(CheckOrigin origin, @Nullable Principal principal) {
        return principal == null ? HexFormat.of().formatHex(origin.network().array()) : principal.name();
    }

    /** What the service says, within the timeout. */
    CompletableFuture<Verdict> start(Question question, InetAddress address) {
        Deadline deadline = Deadline.after(config.timeout());
        return deadline.bound(start(question, CheckOrigin.of(address, ""), deadline), UNAVAILABLE);
    }

    // Without credentials there is nobody whose requests could be alike.
    private CompletableFuture<Verdict> start(Question question, CheckOrigin origin, Deadline deadline) {
        boolean anonymous = config.cacheBy() == ForwardAuthConfig.Alike.HEADERS
                && question.shown().isEmpty();
        if (config.cacheFor().isZero() || anonymous) {
            ByteBuffer only = ByteBuffer.allocate(Long.BYTES)
                    .putLong(next.incrementAndGet())
                    .flip();
            return checks.start(origin, only, () -> service.ask(question, deadline));
        }
        ByteBuffer key = hash.of(question.parts(config.cacheBy()));
        return remembered.start(origin, key, () -> service.ask(question, deadline));
    }
}
