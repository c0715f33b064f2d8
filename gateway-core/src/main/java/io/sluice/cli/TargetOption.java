package io.sluice.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options about the cluster that is compared with or written to. */
final class TargetOption {

    @Option(
            names = "--target-user",
            paramLabel = "NAME",
            defaultValue = "${env:SLUICE_TARGET_USER}",
            description = "user at the target; the password comes from SLUICE_TARGET_PASSWORD or is asked for."
                    + " SLUICE_TARGET_API_KEY takes the place of both")
    private @Nullable String user;

    @Option(
            names = "--target-ca",
            paramLabel = "FILE",
            description = "PEM file with the authority of the target's certificates; the JVM's if it is left out")
    private @Nullable Path authority;

    /** What was given. */
    Access access() {
        return new Access("target", user == null || user.isEmpty() ? null : user, authority, System.getenv());
    }
}
