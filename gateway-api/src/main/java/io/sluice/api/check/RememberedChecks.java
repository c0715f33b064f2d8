package io.sluice.api.check;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Checks credentials fairly, and not again for as long as a finding is trusted. Those that were right before are checked
 * first. Safe from any thread.
 *
 * @param <R> what a check finds
 */
public final class RememberedChecks<R> {

    private final FairChecks<ByteBuffer, R> checks;
    private final VerifiedCache<R> remembered;
    private final Predicate<R> right;

    /**
     * Checks that remember.
     *
     * @param right whether a finding says that the credentials are right, and is remembered
     */
    public RememberedChecks(FairChecks<ByteBuffer, R> checks, VerifiedCache<R> remembered, Predicate<R> right) {
        this.checks = checks;
        this.remembered = remembered;
        this.right = right;
    }

    /**
     * What is found of the credentials; available at once if they were verified recently.
     *
     * @param hash of the credentials, by {@link KeyedHash}
     * @param work checks them; blocks as long as it needs, what it throws fails the returned future
     */
    public CompletableFuture<R> start(CheckOrigin origin, ByteBuffer hash, Supplier<R> work) {
        R known = remembered.get(hash);
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        Supplier<R> check = () -> check(hash, work);
        return remembered.knows(hash) ? checks.startKnown(hash, check) : checks.start(origin, hash, check);
    }

    private R check(ByteBuffer hash, Supplier<R> work) {
        R found = work.get();
        if (right.test(found)) {
            remembered.add(hash, found);
        }
        return found;
    }
}
