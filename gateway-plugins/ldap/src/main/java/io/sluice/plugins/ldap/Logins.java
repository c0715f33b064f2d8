package io.sluice.plugins.ldap;

import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.check.BasicCredentials;
import io.sluice.api.check.CheckOrigin;
import io.sluice.api.check.Deadline;
import io.sluice.api.check.FairChecks;
import io.sluice.api.check.KeyedHash;
import io.sluice.api.check.RememberedChecks;
import io.sluice.api.check.RememberedChecks.Meaning;
import io.sluice.api.check.VerifiedCache;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Checks names and passwords at a directory, off the event loops and fairly, and remembers those that are right. Safe
 * from any thread.
 */
final class Logins {

    private static final Finding UNAVAILABLE = new Finding.Unavailable();
    /** A directory takes a name in either case, under several attributes, and may have several passwords for a user. */
    private static final int OF_USER = 8;

    private final LdapConfig config;
    private final Directory directory;
    private final KeyedHash hash = new KeyedHash(new SecureRandom());
    private final RememberedChecks<Finding> checks;
    private final FilterMeters.Counter checked;
    private final FilterMeters.Timer duration;

    /** @param executor where checks wait for the directory */
    Logins(LdapConfig config, Directory directory, FilterContext context, Executor executor) {
        this.config = config;
        this.directory = directory;
        this.checks = new RememberedChecks<>(
                new FairChecks<>(executor, config.maxPending(), new Finding.Busy()),
                new VerifiedCache<>(context.steadyClock(), config.cacheFor(), config.cacheSize(), OF_USER),
                (origin, finding) -> meaning(finding));
        this.checked = context.meters().counter("checked_passwords", "Passwords that the directory was asked for");
        this.duration = context.meters().timer("directory_check", "Time that the directory took for a check");
    }

    private static Meaning meaning(Finding finding) {
        return switch (finding) {
            case Finding.Verified verified ->
                new Meaning.Right(verified.principal().name());
            case Finding.Refused refused -> new Meaning.Wrong();
            case Finding.Busy busy -> new Meaning.Unknown();
            case Finding.Unavailable unavailable -> new Meaning.Unknown();
        };
    }

    /** What is found, within the timeout. */
    CompletableFuture<Finding> start(BasicCredentials credentials, InetAddress address) {
        Deadline deadline = Deadline.after(config.timeout());
        CheckOrigin origin = CheckOrigin.of(address, credentials.user().toLowerCase(Locale.ROOT));
        return deadline.bound(
                checks.start(origin, hash.of(credentials), () -> check(credentials, deadline)), UNAVAILABLE);
    }

    private Finding check(BasicCredentials credentials, Deadline deadline) {
        long start = System.nanoTime();
        checked.increment();
        try {
            return directory.check(credentials, deadline);
        } finally {
            duration.record(System.nanoTime() - start);
        }
    }
}
