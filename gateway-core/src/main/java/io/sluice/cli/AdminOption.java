package io.sluice.cli;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that names a running gateway's admin endpoint. */
final class AdminOption {

    @Option(
            names = "--admin",
            paramLabel = "URL",
            defaultValue = "${env:SLUICE_ADMIN_URL:-http://127.0.0.1:2900}",
            description = "the admin endpoint (SLUICE_ADMIN_URL in the environment, or ${DEFAULT-VALUE})")
    private String url;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** One of its pages, such as {@code /overview}; where the URL has a path, below that. */
    URI page(String path) {
        try {
            URI admin = URI.create(url);
            boolean http = "http".equals(admin.getScheme()) || "https".equals(admin.getScheme());
            String before = admin.getRawPath();
            // A page below "//" would be one of another host.
            if (http
                    && admin.getHost() != null
                    && !before.startsWith("//")
                    && admin.getRawQuery() == null
                    && admin.getRawFragment() == null) {
                return admin.resolve(
                        before.endsWith("/") ? before.substring(0, before.length() - 1) + path : before + path);
            }
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
        throw refused(null);
    }

    private ParameterException refused(@Nullable Throwable cause) {
        return new ParameterException(
                command.commandLine(), "--admin is a URL such as http://127.0.0.1:2900: " + url, cause);
    }

    @Override
    public String toString() {
        return url;
    }
}
