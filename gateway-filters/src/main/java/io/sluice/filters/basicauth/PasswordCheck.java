package io.sluice.filters.basicauth;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Checks passwords against one state of the file. Equal concurrent checks run only once; credentials that were right
 * before are checked first. Its cache lives as long as this state, so a changed file takes effect at once. Safe from
 * any thread: nothing blocks under its lock.
 */
final class PasswordCheck {

    private final KeyedHash hash = new KeyedHash(new SecureRandom());
    /**
     * Waiting and running checks, by the hash of their credentials. This map is the lock that guards itself and
     * {@link #waiting}.
     */
    private final Map<ByteBuffer, Check> pending = new HashMap<>();
    /** For each waiting check, the executor has a task that has not started. */
    private final WaitingChecks<Check> waiting = new WaitingChecks<>();

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

    private record Check(ByteBuffer key, Credentials credentials, CompletableFuture<Outcome> outcome) {}

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
        Check mine = new Check(key, credentials, new CompletableFuture<>());
        WaitingChecks.Origin origin = new WaitingChecks.Origin(ClientNetwork.of(address), credentials.user());
        boolean known = verified.knows(key);
        Check displaced = null;
        synchronized (pending) {
            Check same = pending.get(key);
            if (same != null) {
                return same.outcome();
            }
            if (!known && pending.size() >= config.maxPending() || !submit()) {
                displaced = known ? waiting.displaceForKnown() : waiting.displaceFor(origin);
                if (displaced == null) {
                    return CompletableFuture.completedFuture(Outcome.BUSY);
                }
                pending.remove(displaced.key());
            }
            pending.put(key, mine);
            if (known) {
                waiting.addKnown(mine);
            } else {
                waiting.add(origin, mine);
            }
        }
        if (displaced != null) {
            displaced.outcome().complete(Outcome.BUSY);
        }
        return mine.outcome();
    }

    private boolean submit() {
        try {
            executor.execute(this::runNext);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void runNext() {
        Check next;
        synchronized (pending) {
            next = waiting.poll();
        }
        if (next != null) {
            run(next);
        }
    }

    private void run(Check check) {
        boolean correct = false;
        try {
            correct = users.verify(
                    check.credentials(), hash.of(check.credentials().user()));
            if (correct) {
                verified.add(check.key());
            }
        } finally {
            synchronized (pending) {
                pending.remove(check.key(), check);
            }
            check.outcome().complete(correct ? Outcome.VERIFIED : Outcome.REFUSED);
        }
    }
}
