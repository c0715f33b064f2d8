package io.sluice.filters.forwardauth;

import io.sluice.api.Headers;
import io.sluice.api.Key;
import io.sluice.filters.http.OwnedHeaders;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whom the filter {@code forward-auth} asks, with what, and what it takes from the answer. */
public record ForwardAuthConfig(
        @Key("the service's address; https, or http on this machine")
        URI address,

        @Key(
                value =
                        "PEM file with the authorities that the service's certificate is checked by; left out: those of the JDK",
                content = true)
        @Nullable Path ca,

        @Key(value = "headers of the request that the service is shown", def = "[Authorization, Cookie]")
        List<String> send,

        @Key("header of the service's answer with the user's name; left out: it names no user") @Nullable String nameHeader,

        @Key("claims to keep for later filters: their name, and the header of the service's answer")
        Map<String, String> claims,

        @Key(value = "what stands between the values of a claim; empty: a header is one value", def = "\",\"")
        String separator,

        @Key(value = "whether the headers Authorization and Cookie are forwarded to the cluster", def = "false")
        boolean forwardCredentials,

        @Key(value = "how long a request waits for the service; above it clients get 503", def = "5s")
        Duration timeout,

        @Key(value = "how many questions the service is asked at a time", def = "32")
        int concurrency,

        @Key(value = "how many requests may wait for the service; above it clients get 429", def = "256")
        int maxPending,

        @Key(value = "how long a permission counts for requests alike; 0s: ask every time", def = "0s")
        Duration cacheFor,

        @Key(
                value = "which requests are alike: all that the service is shown, or the headers in send alone",
                def = "request")
        Alike cacheBy,

        @Key(value = "how many permissions are remembered", def = "10000")
        int cacheSize) {

    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Set<String> OF_THE_FILTER = Set.of("host", "accept", "user-agent");

    /** When the service need not be asked again. */
    public enum Alike {
        REQUEST,
        HEADERS
    }

    public ForwardAuthConfig {
        checkAddress(address, ca);
        List<String> answered = new ArrayList<>(claims.values());
        if (nameHeader != null) {
            answered.add(nameHeader);
        }
        answered.forEach(name -> Headers.of(name, ""));
        for (String name : send) {
            OwnedHeaders.checkName(name);
            String lower = name.toLowerCase(Locale.ROOT);
            if (OF_THE_FILTER.contains(lower) || lower.startsWith("x-forwarded-")) {
                throw new IllegalArgumentException("the header " + name + " is the filter's own");
            }
            if (answered.stream().anyMatch(name::equalsIgnoreCase)) {
                throw new IllegalArgumentException(
                        "the service tells the user in " + name + ", so what clients send there must not reach it");
            }
        }
        if (nameHeader == null && !claims.isEmpty()) {
            throw new IllegalArgumentException("claims belong to a user, so nameHeader must say where the name is");
        }
        if (!timeout.isPositive() || timeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("timeout must be longer than 0s and at most 1m");
        }
        if (concurrency < 1 || concurrency > 512 || maxPending < concurrency) {
            throw new IllegalArgumentException("concurrency must be 1 to 512, and maxPending not less than it");
        }
        if (cacheFor.isNegative() || cacheSize < 1) {
            throw new IllegalArgumentException("cacheFor must not be negative, and cacheSize at least 1");
        }
        if (cacheFor.isPositive() && cacheBy == Alike.HEADERS && send.isEmpty()) {
            throw new IllegalArgumentException("without headers in send all requests would be alike");
        }
        send = List.copyOf(send);
        claims = Collections.unmodifiableMap(new LinkedHashMap<>(claims));
    }

    private static void checkAddress(URI address, @Nullable Path ca) {
        String scheme = String.valueOf(address.getScheme());
        String host = address.getHost();
        boolean known = scheme.equals("https") || scheme.equals("http");
        if (host == null || !known || address.getRawUserInfo() != null || address.getRawFragment() != null) {
            throw new IllegalArgumentException("not an http or https address: " + address);
        }
        boolean local = host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
        if (scheme.equals("http") && !local) {
            throw new IllegalArgumentException(
                    "by http anybody could read credentials and answer in the service's place; use https: " + address);
        }
        if (ca != null && scheme.equals("http")) {
            throw new IllegalArgumentException("ca is for https only");
        }
    }
}
