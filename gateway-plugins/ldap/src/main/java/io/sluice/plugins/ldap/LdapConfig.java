package io.sluice.plugins.ldap;

import io.sluice.api.Challenge;
import io.sluice.api.Key;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which directory the filter {@code ldap} asks, and what it takes from it. */
public record LdapConfig(
        @Key("the servers, ldaps:// or ldap://; the next one is asked where one fails")
        List<URI> urls,

        @Key(value = "whether ldap:// is changed to TLS before anything else is said", def = "false")
        boolean startTls,

        @Key(
                value =
                        "PEM file with the authorities that the servers' certificates are checked by; left out: those of the JDK",
                content = true)
        @Nullable Path ca,

        @Key("the account that searches; left out: nobody in particular, or with users.dn the user") @Nullable ServiceAccount bind,

        @Key("how the entry of a user is found") Users users,

        @Key("where the groups of a user are; left out: nobody asks") @Nullable Groups groups,

        @Key(value = "the claim with the groups", def = "groups")
        String groupsClaim,

        @Key(
                "the attribute with the user's name, of which an entry has one value; left out: the one that was searched for")
        @Nullable String nameAttribute,

        @Key("claims to keep for later filters: their name, and the attribute of the user's entry")
        Map<String, String> claims,

        @Key(value = "whether a request without a password passes, without a user", def = "false")
        boolean optional,

        @Key(value = "the realm that clients show when they ask for a password", def = "sluice")
        String realm,

        @Key(value = "whether the Authorization header is forwarded to the cluster", def = "false")
        boolean forwardAuthorization,

        @Key(value = "how long a request waits for its check; above it clients get 503", def = "5s")
        Duration timeout,

        @Key(value = "how long a connection to a server may take", def = "2s")
        Duration connectTimeout,

        @Key(value = "how many checks run at a time, each with a connection or two", def = "8")
        int connections,

        @Key(value = "how long a verified password is trusted; 0s: check every time", def = "60s")
        Duration cacheFor,

        @Key(value = "how many checked passwords are remembered", def = "10000")
        int cacheSize,

        @Key(value = "how many passwords may wait for their check; above it clients get 429", def = "64")
        int maxPending) {

    private static final Duration LONGEST = Duration.ofMinutes(1);

    public LdapConfig {
        Challenge.of("Basic", realm);
        if (urls.isEmpty()) {
            throw new IllegalArgumentException("urls needs a server");
        }
        String scheme = String.valueOf(urls.getFirst().getScheme());
        for (URI url : urls) {
            checkAddress(url, scheme, startTls);
        }
        if (startTls && scheme.equals("ldaps")) {
            throw new IllegalArgumentException("startTls is for ldap://; ldaps:// is TLS from the start");
        }
        if (ca != null && scheme.equals("ldap") && !startTls) {
            throw new IllegalArgumentException("ca is for ldaps:// and startTls only");
        }
        String name = nameAttribute == null ? users.attribute() : nameAttribute;
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException(
                    "the filter compares several attributes or none with {user}, so nameAttribute must say which one is"
                            + " the user's name");
        }
        if (claims.containsKey(groupsClaim) && groups != null) {
            throw new IllegalArgumentException("the claim " + groupsClaim + " is that of the groups already");
        }
        if (!timeout.isPositive()
                || timeout.compareTo(LONGEST) > 0
                || !connectTimeout.isPositive()
                || connectTimeout.compareTo(timeout) > 0) {
            throw new IllegalArgumentException(
                    "timeout must be longer than 0s and at most 1m, and connectTimeout at most timeout");
        }
        if (cacheFor.isNegative() || cacheSize < 1 || maxPending < 1 || connections < 1 || connections > 256) {
            throw new IllegalArgumentException(
                    "cacheFor must not be negative, cacheSize and maxPending at least 1, connections 1 to 256");
        }
        urls = List.copyOf(urls);
        claims = Collections.unmodifiableMap(new LinkedHashMap<>(claims));
    }

    private static void checkAddress(URI url, String scheme, boolean startTls) {
        String host = url.getHost();
        boolean bare = url.getRawUserInfo() == null
                && url.getRawQuery() == null
                && url.getRawFragment() == null
                && (url.getRawPath() == null
                        || url.getRawPath().isEmpty()
                        || url.getRawPath().equals("/"));
        boolean known = "ldap".equals(url.getScheme()) || "ldaps".equals(url.getScheme());
        if (host == null || !bare || !known || url.getPort() == 0 || url.getPort() > 65535) {
            throw new IllegalArgumentException(
                    "not an address such as ldaps://ldap.example:636, which has nothing behind its port");
        }
        if (!scheme.equals(url.getScheme())) {
            throw new IllegalArgumentException("urls must be all ldaps:// or all ldap://");
        }
        boolean local = host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
        if (scheme.equals("ldap") && !startTls && !local) {
            throw new IllegalArgumentException(
                    "passwords would go to " + url + " in the clear; use ldaps://, or startTls: true");
        }
    }

    boolean ldaps() {
        return "ldaps".equals(urls.getFirst().getScheme());
    }

    /** The attribute that has the user's name. */
    String name() {
        return nameAttribute == null ? Objects.requireNonNull(users.attribute()) : nameAttribute;
    }
}
