package io.sluice.filters.basicauth;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Checks passwords against one state of the file. Equal checks that are asked for at the same time are made once. What it
 * remembers lives as long as this state, so a changed file is believed at once. Safe from any thread.
 */
final class PasswordCheck {

    private final KeyedHash hash = new KeyedHash(new SecureRandom());
    private final ConcurrentMap<ByteBuffer, CompletableFuture<Outcome>> running = new ConcurrentHashMap<>();
    private final Htpasswd users;
    private final Executor executor;
    private final BasicAuthConfig config;
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
        this.config = config;
        this.executor = executor;
        this.verified = new VerifiedCache(clock, config.cacheFor(), config.cacheSize());
    }

    /** The outcome, at once where the credentials were verified a short while ago. */
    CompletableFuture<Outcome> start(Credentials credentials) {
        ByteBuffer key = hash.of(credentials);
        if (verified.contains(key)) {
            return CompletableFuture.completedFuture(Outcome.VERIFIED);
        }
        CompletableFuture<Outcome> mine = new CompletableFuture<>();
        CompletableFuture<Outcome> other = running.putIfAbsent(key, mine);
        if (other != null) {
            return other;
        }
        if (running.size() > config.maxPending()) {
            end(key, mine, Outcome.BUSY);
            return mine;
        }
        try {
            executor.execute(() -> run(key, credentials, mine));
        } catch (RejectedExecutionException e) {
            end(key, mine, Outcome.BUSY);
        }
        return mine;
    }

    private void run(ByteBuffer key, Credentials credentials, CompletableFuture<Outcome> mine) {
        try {
            boolean correct = users.verify(credentials, hash.of(credentials.user()));
            if (correct) {
                verified.add(key);
            }
            end(key, mine, correct ? Outcome.VERIFIED : Outcome.REFUSED);
        } finally {
            running.remove(key, mine);
            mine.complete(Outcome.REFUSED);
        }
    }

    private void end(ByteBuffer key, CompletableFuture<Outcome> mine, Outcome outcome) {
        running.remove(key, mine);
        mine.complete(outcome);
    }
}
