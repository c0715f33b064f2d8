package io.sluice.cli;

import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options with credentials for a running gateway's admin endpoint. */
final class AdminCredentials {

    @Option(
            names = "--user",
            paramLabel = "NAME:PASSWORD",
            defaultValue = "${env:SLUICE_ADMIN_USER}",
            description = "credentials; better SLUICE_ADMIN_USER in the environment, since others may see arguments")
    private @Nullable String user;

    @Option(
            names = "--token",
            defaultValue = "${env:SLUICE_ADMIN_TOKEN}",
            description = "token; better SLUICE_ADMIN_TOKEN in the environment")
    private @Nullable String token;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Shows what was given, if anything was. */
    void addTo(HttpRequest.Builder request) {
        try {
            if (token != null && !token.isEmpty()) {
                request.header("Authorization", "Bearer " + token);
            } else if (user != null && !user.isEmpty()) {
                byte[] pair = user.getBytes(StandardCharsets.UTF_8);
                request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "credentials have no line ends", e);
        }
    }
}
