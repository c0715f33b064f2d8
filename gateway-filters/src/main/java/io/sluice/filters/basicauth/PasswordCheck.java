package io.sluice.filters.basicauth;

import io.sluice.api.FilterContext;
import io.sluice.api.check.BasicCredentials;
import io.sluice.api.check.CheckOrigin;
import io.sluice.api.check.Deadline;
import io.sluice.api.check.FairChecks;
import io.sluice.api.check.KeyedHash;
import io.sluice.api.check.RememberedChecks;
import io.sluice.api.check.RememberedChecks.Meaning;
import io.sluice.api.check.VerifiedCache;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Checks passwords against one state of the file. Equal concurrent checks run only once; credentials that were right
 * before are checked first. Its cache lives as long as this state, so a changed file takes effect at once. Safe from
 * any thread.
 */
final class PasswordCheck {

    private final KeyedHash hash = new KeyedHash(new SecureRandom());
    private final Htpasswd users;
    private final RememberedChecks<Outcome> checks;
    private final Duration patience;

    /** How a check ended. */
    enum Outcome {
        VERIFIED,
        REFUSED,
        /** Too many checks are waiting, or this one has waited for too long. */
        BUSY
    }

    /**
     * The check of the users of a file.
     *
     * @param executor where checks run, each for as long as it takes
     * @throws IllegalArgumentException if it is no password file
     */
    static PasswordCheck of(byte[] file, BasicAuthConfig config, Executor executor, FilterContext context) {
        Htpasswd users = Htpasswd.parse(new String(file, StandardCharsets.UTF_8));
        return new PasswordCheck(users, config, executor, context);
    }

    /** The number of users. */
    int users() {
        return users.size();
    }

    PasswordCheck(Htpasswd users, BasicAuthConfig config, Executor executor, FilterContext context) {
        // A filter that decides too late answers with 500.
        this.patience = context.filterTimeout().dividedBy(2);
        this.users = users;
        this.checks = new RememberedChecks<>(
                new FairChecks<>(executor, config.maxPending(), Outcome.BUSY),
                // A user has one password.
                new VerifiedCache<>(context.steadyClock(), config.cacheFor(), config.cacheSize(), 1),
                (origin, outcome) -> meaning(origin.user(), outcome));
    }

    private static Meaning meaning(String user, Outcome outcome) {
        return switch (outcome) {
            case VERIFIED -> new Meaning.Right(user);
            case REFUSED -> new Meaning.Wrong();
            case BUSY -> new Meaning.Unknown();
        };
    }

    /**
     * The outcome; available at once if the credentials were verified recently, and after half the time of a filter at the latest.
     *
     * @param address the client's
     */
    CompletableFuture<Outcome> start(BasicCredentials credentials, InetAddress address) {
        CheckOrigin origin = CheckOrigin.of(address, credentials.user());
        Deadline deadline = Deadline.after(patience);
        ByteBuffer key = hash.of(List.of(
                credentials.user().getBytes(StandardCharsets.UTF_8), Htpasswd.lookedAt(credentials.password())));
        CompletableFuture<Outcome> check =
                checks.start(origin, key, () -> deadline.isOver() ? Outcome.BUSY : check(credentials));
        return deadline.bound(check, Outcome.BUSY);
    }

    private Outcome check(BasicCredentials credentials) {
        return users.verify(credentials, hash.number(credentials.user())) ? Outcome.VERIFIED : Outcome.REFUSED;
    }
}
