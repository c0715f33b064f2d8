package io.sluice.plugins.ratelimit;

import io.sluice.api.CidrBlock;
import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.PathPattern;
import io.sluice.api.Principal;
import io.sluice.api.RequestHead;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names the bucket that a request takes from. Two requests have one name only if all parts are equal. Immutable. */
final class KeyTemplate {

    private static final PathPattern IN_INDEX = PathPattern.parse("/{index}/**");
    private static final String CLAIM = "claim:";
    private static final String HEADER = "header:";
    private static final Set<String> PLAIN = Set.of("client", "principal", "tenant", "index");
    /** Longer names are kept as their hash, so that clients cannot fill the memory with long ones. */
    private static final int LONGEST = 120;

    private final LimitConfig limit;
    private final boolean byIndex;

    KeyTemplate(LimitConfig limit) {
        this.limit = limit;
        this.byIndex = limit.by().contains("index");
    }

    /**
     * Checks what buckets are told apart by.
     *
     * @throws IllegalArgumentException if there is something unknown, or the same twice
     */
    static void check(List<String> by) {
        Set<String> seen = new HashSet<>();
        for (String part : by) {
            boolean named = isNamed(part, CLAIM) || isNamed(part, HEADER);
            if (!named && !PLAIN.contains(part)) {
                throw new IllegalArgumentException(
                        "by has client, principal, tenant, index, claim:NAME or header:NAME, not " + part);
            }
            if (!seen.add(part)) {
                throw new IllegalArgumentException("by has " + part + " twice");
            }
        }
    }

    private static boolean isNamed(String part, String prefix) {
        return part.startsWith(prefix) && part.length() > prefix.length();
    }

    boolean byIndex() {
        return byIndex;
    }

    /** The bucket's name by the request's head; null if the limit does not mean the request for the lack of a part. */
    @Nullable String of(RequestHead head, Exchange exchange) {
        return of(head, exchange, byIndex ? index(head) : null);
    }

    /**
     * The bucket's name.
     *
     * @param index what stands for the index; null if none is named
     */
    @Nullable String of(RequestHead head, Exchange exchange, @Nullable String index) {
        List<String> by = limit.by();
        if (by.size() == 1 && by.getFirst().equals("client")) {
            return client(exchange);
        }
        StringBuilder name = new StringBuilder(64);
        for (String part : by) {
            String text = text(part, head, exchange, index);
            if (text == null) {
                return switch (limit.missing()) {
                    case CLIENT -> "?" + client(exchange);
                    case SHARED -> "?";
                    case PASS -> null;
                };
            }
            add(name, text);
        }
        return name.length() > LONGEST ? hash(name.toString()) : name.toString();
    }

    // The length before each text keeps ("a", "b:c") and ("a:b", "c") apart.
    private static void add(StringBuilder name, String text) {
        name.append(text.length()).append(':').append(text);
    }

    private @Nullable String text(String part, RequestHead head, Exchange exchange, @Nullable String index) {
        return switch (part) {
            case "client" -> client(exchange);
            case "principal" -> principal(exchange.get(ExchangeKey.PRINCIPAL));
            case "tenant" -> exchange.get(ExchangeKey.TENANT);
            case "index" -> index;
            default -> {
                Principal principal = exchange.get(ExchangeKey.PRINCIPAL);
                yield part.startsWith(HEADER)
                        ? joined(isTrusted(exchange) ? head.headers().all(part.substring(HEADER.length())) : List.of())
                        : joined(principal == null ? List.of() : values(principal, part.substring(CLAIM.length())));
            }
        };
    }

    private static @Nullable String principal(@Nullable Principal principal) {
        return principal == null ? null : principal.realm() + "/" + principal.name();
    }

    // Who issues them may name them in any order.
    private static List<String> values(Principal principal, String claim) {
        return principal.claim(claim).stream().distinct().sorted().toList();
    }

    // A single value is written as one of several: it may look like them.
    private static @Nullable String joined(List<String> values) {
        if (values.isEmpty()) {
            return null;
        }
        StringBuilder all = new StringBuilder();
        values.forEach(value -> add(all, value));
        return all.toString();
    }

    private boolean isTrusted(Exchange exchange) {
        InetAddress address = exchange.client().getAddress();
        if (address != null) {
            for (CidrBlock block : limit.headersFrom()) {
                if (block.contains(address)) {
                    return true;
                }
            }
        }
        return false;
    }

    private String client(Exchange exchange) {
        InetAddress address = exchange.client().getAddress();
        if (address == null) {
            return "unknown";
        }
        byte[] bytes = address.getAddress();
        int prefix = bytes.length == 4 ? limit.ipv4Prefix() : limit.ipv6Prefix();
        for (int i = 0; i < bytes.length; i++) {
            int kept = Math.clamp(prefix - i * 8L, 0, 8);
            bytes[i] &= (byte) (0xff << 8 - kept);
        }
        return HexFormat.of().formatHex(bytes, 0, (prefix + 7) / 8) + (bytes.length == 4 ? "" : "v6");
    }

    // Servers take the name of the path from the query too.
    private static @Nullable String index(RequestHead head) {
        return IN_INDEX.matches(head.target())
                ? head.target().segments().getFirst()
                : head.target().parameter("index");
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "#" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
