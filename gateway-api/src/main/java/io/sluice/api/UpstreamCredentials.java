package io.sluice.api;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What a request shows its cluster of who asks. A filter notes it under {@link ExchangeKey#UPSTREAM_CREDENTIALS}; it takes the place of
 * {@code clusters.NAME.auth} and of everything that the client, or a filter in a header, says about a user. Immutable; printed without
 * its secret.
 *
 * @param authorization the value of the header {@code Authorization}; null for what {@code clusters.NAME.auth} has
 * @param runAs the user in whose name the cluster acts ({@code es-security-runas-user}); null for the credentials' own. It stands
 *     beside a user and a password only: servers ignore it beside other credentials, some always and some in older versions, and
 *     would act as the owner of those.
 */
public record UpstreamCredentials(
        @Nullable Secret authorization, @Nullable String runAs) {

    private static final UpstreamCredentials OF_CLUSTER = new UpstreamCredentials(null, null);
    private static final String BASIC = "Basic";
    private static final int LONGEST_NAME = 1024;

    public UpstreamCredentials {
        if (authorization != null) {
            checkHeader(authorization.value());
        }
        if (runAs != null && !isName(runAs)) {
            throw new IllegalArgumentException("a user's name that no header can carry as it is");
        }
        if (runAs != null && authorization != null && !authorization.value().startsWith(BASIC + " ")) {
            throw new IllegalArgumentException(
                    "servers may ignore runAs beside other credentials than a user and a password");
        }
    }

    private static void checkHeader(String value) {
        boolean empty = value.isBlank() || !value.strip().equals(value);
        if (empty || value.chars().anyMatch(c -> c < ' ' || c >= 0x7f)) {
            // The message must not have the value.
            throw new IllegalArgumentException(
                    "credentials have a line end or another character that no header may have");
        }
    }

    /** The gateway's own: what {@code clusters.NAME.auth} has. A request to a cluster without them fails. */
    public static UpstreamCredentials ofCluster() {
        return OF_CLUSTER;
    }

    /**
     * A user and a password (RFC 7617, UTF-8).
     *
     * @throws IllegalArgumentException if the name has a colon, or one of them a control character
     */
    public static UpstreamCredentials basic(String username, Secret password) {
        if (username.isEmpty() || username.indexOf(':') >= 0 || hasControl(username)) {
            throw new IllegalArgumentException("username is empty, or has a colon or a control character");
        }
        if (hasControl(password.value())) {
            throw new IllegalArgumentException("password has a line end or another control character");
        }
        byte[] pair = (username + ":" + password.value()).getBytes(StandardCharsets.UTF_8);
        return of(BASIC, Base64.getEncoder().encodeToString(pair));
    }

    /** An API key, in the encoded form that Elasticsearch hands out. */
    public static UpstreamCredentials apiKey(Secret encoded) {
        return of("ApiKey", token(encoded, "apiKey"));
    }

    /** A bearer token (RFC 6750). */
    public static UpstreamCredentials bearer(Secret token) {
        return of("Bearer", token(token, "bearer"));
    }

    private static UpstreamCredentials of(String scheme, String value) {
        return new UpstreamCredentials(new Secret(scheme + " " + value), null);
    }

    private static String token(Secret secret, String key) {
        String value = secret.value();
        if (value.isEmpty() || value.chars().anyMatch(c -> c <= ' ' || c >= 0x7f)) {
            throw new IllegalArgumentException(
                    key + " is empty, or has a space, a line end or another character that no token has");
        }
        return value;
    }

    private static boolean hasControl(String text) {
        return text.chars().anyMatch(Character::isISOControl);
    }

    /**
     * The same credentials, acting as another user. Those of a cluster must be a user and a password then, or the request fails.
     *
     * @throws IllegalArgumentException if {@link #isName} does not hold, or the credentials are a key or a token
     */
    public UpstreamCredentials as(String user) {
        return new UpstreamCredentials(authorization, user);
    }

    /**
     * Whether a cluster that is told of a user by header reads this very name: printable ASCII, no space at an end, at most 1,024
     * characters. Servers trim values, and read other characters in more than one way.
     */
    public static boolean isName(String name) {
        return !name.isEmpty()
                && name.length() <= LONGEST_NAME
                && name.charAt(0) != ' '
                && name.charAt(name.length() - 1) != ' '
                && name.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }
}
