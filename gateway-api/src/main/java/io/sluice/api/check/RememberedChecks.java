package io.sluice.api.check;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Checks credentials fairly, and not again for as long as a finding is trusted. Those that were right when they were
 * last checked go first, each user's as one origin. Safe from any thread.
 *
 * @param <R> what a check finds
 */
public final class RememberedChecks<R> {

    private final FairChecks<ByteBuffer, R> checks;
    private final VerifiedCache<R> remembered;
    private final BiFunction<CheckOrigin, R, Meaning> meanings;

    /** What a finding says about the credentials. */
    public sealed interface Meaning {

        /**
         * They are right; the finding is remembered.
         *
         * @param owner whose they are: the same for all credentials of one user, however they are written
         */
        record Right(String owner) implements Meaning {}

        /** They are not, or no longer: what was remembered of them is forgotten. */
        record Wrong() implements Meaning {}

        /** Nothing was found out. */
        record Unknown() implements Meaning {}
    }

    /**
     * Checks that remember.
     *
     * @param meanings reads a finding, which is that of a check from this origin
     */
    public RememberedChecks(
            FairChecks<ByteBuffer, R> checks,
            VerifiedCache<R> remembered,
            BiFunction<CheckOrigin, R, Meaning> meanings) {
        this.checks = checks;
        this.remembered = remembered;
        this.meanings = meanings;
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
        Supplier<R> check = () -> check(origin, hash, work);
        String owner = remembered.owner(hash);
        return owner == null
                ? checks.start(origin, hash, check)
                : checks.startKnown(new CheckOrigin(origin.network(), owner), hash, check);
    }

    private R check(CheckOrigin origin, ByteBuffer hash, Supplier<R> work) {
        R found = work.get();
        switch (meanings.apply(origin, found)) {
            case Meaning.Right right -> remembered.add(hash, right.owner(), found);
            case Meaning.Wrong wrong -> remembered.remove(hash);
            case Meaning.Unknown unknown -> {}
        }
        return found;
    }
}
