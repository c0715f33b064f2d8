package io.sluice.cli;

import io.sluice.api.Secret;
import io.sluice.config.AuthConfig;
import java.io.Console;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster is shown, and how it is verified.
 *
 * @param side {@code source} or {@code target}; names the options and variables
 * @param user a name, or name and password with a colon; null for that of the URL
 * @param authority a PEM file; null for the JVM's
 * @param environment has the secrets
 */
record Access(String side, @Nullable String user, @Nullable Path authority, Map<String, String> environment) {

    /** The variable for a secret. */
    String variable(String what) {
        return "SLUICE_" + side.toUpperCase(Locale.ROOT) + "_" + what;
    }

    private @Nullable String secret(String what) {
        String value = environment.get(variable(what));
        return value == null || value.isEmpty() ? null : value;
    }

    /** Whether there are credentials for whatever is named. */
    boolean isGiven() {
        return user != null || secret("API_KEY") != null;
    }

    /**
     * The credentials; null for none.
     *
     * @param ofUrl the name that the URL has; null if it has none
     * @throws IllegalArgumentException if there is a name and no password
     */
    @Nullable AuthConfig auth(@Nullable String ofUrl) {
        String key = secret("API_KEY");
        if (key != null) {
            return new AuthConfig(null, null, new Secret(key), false);
        }
        String name = user == null ? ofUrl : user;
        if (name == null) {
            return null;
        }
        int colon = name.indexOf(':');
        return colon >= 0
                ? new AuthConfig(name.substring(0, colon), new Secret(name.substring(colon + 1)), null, false)
                : new AuthConfig(name, new Secret(password(name)), null, false);
    }

    private String password(String name) {
        String given = secret("PASSWORD");
        if (given != null) {
            return given;
        }
        Console console = Terminal.isAt(Terminal.INPUT) ? System.console() : null;
        char[] typed = console == null ? null : console.readPassword("password of %s (%s): ", name, side);
        if (typed == null) {
            throw new IllegalArgumentException("user " + name + " has no password: set " + variable("PASSWORD"));
        }
        return new String(typed);
    }
}
