package io.sluice.filters.basicauth;

import io.sluice.api.check.CheckOrigin;
import io.sluice.api.check.FairChecks;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
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
    private final FairChecks<ByteBuffer, Outcome> checks;
    private final VerifiedCache verified;

    /** How a check ended. */
    enum Outcome {
        VERIFIED,
        REFUSED,
        /** Too many checks are waiting; nothing was checked. */
        BUSY
    }

    PasswordCheck(Htpasswd users, BasicAuthConfig config, Executor executor, InstantSource clock) {
        this.users = users;
        this.checks = new FairChecks<>(executor, config.maxPending(), Outcome.BUSY);
        this.verified = new VerifiedCache(clock, config.cacheFor(), config.cacheSize());
    }

    /**
     * The outcome; available at once if the credentials were verified recently.
     *
     * @param address the client's
     */
    CompletableFuture<Outcome> start(Credentials credentials, InetAddress address) {
        ByteBuffer key = hash.of(credentials);
        if (verified.contains(key)) {
            return CompletableFuture.completedFuture(Outcome.VERIFIED);
        }
        return verified.knows(key)
                ? checks.startKnown(key, () -> check(key, credentials))
                : checks.start(CheckOrigin.of(address, credentials.user()), key, () -> check(key, credentials));
    }

    private Outcome check(ByteBuffer key, Credentials credentials) {
        if (!users.verify(credentials, hash.of(credentials.user()))) {
            return Outcome.REFUSED;
        }
        verified.add(key);
        return Outcome.VERIFIED;
    }
}
