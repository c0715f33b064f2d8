package io.sluice.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options about the cluster that is read. */
final class SourceOption {

    @Option(
            names = "--source-user",
            paramLabel = "NAME",
            defaultValue = "${env:SLUICE_SOURCE_USER}",
            description = "user at the source; the password comes from SLUICE_SOURCE_PASSWORD or is asked for."
                    + " SLUICE_SOURCE_API_KEY takes the place of both")
    private @Nullable String user;

    @Option(
            names = "--source-ca",
            paramLabel = "FILE",
            description = "PEM file with the authority of the source's certificates; the JVM's if it is left out")
    private @Nullable Path authority;

    /** What was given. */
    Access access() {
        return new Access("source", user == null || user.isEmpty() ? null : user, authority, System.getenv());
    }
}
