package io.sluice.filters.match;

import io.sluice.api.CidrBlock;
import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Key;
import io.sluice.api.PathPattern;
import io.sluice.api.Principal;
import io.sluice.api.RequestHead;
import java.net.InetAddress;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A predicate over requests. All given keys must hold; for a key, one of its entries is enough. An empty condition is
 * refused, so that a typing error never matches everything. Immutable.
 */
public record Condition(
        @Key(value = "methods in upper case", some = true) List<String> methods,

        @Key(value = "path patterns as /{index}/_search or /_cluster/**", some = true)
        List<PathPattern> paths,

        @Key(value = "headers of the request", some = true) List<HeaderTest> headers,

        @Key(value = "client addresses, as CIDR blocks", some = true)
        List<CidrBlock> clients,

        @Key(
                value = "names of authenticated users, * for any characters; a request without a user matches none",
                some = true)
        List<String> principals,

        @Key(
                value =
                        "claims of authenticated users, by name, each with values of which one is enough; * for any characters",
                some = true)
        Map<String, List<String>> claims,

        @Key(value = "names of tenants, * for any characters; a request without a tenant matches none", some = true)
        List<String> tenants,

        @Key(value = "conditions that must all hold", some = true)
        List<Condition> all,

        @Key(value = "conditions of which one must hold", some = true)
        List<Condition> any,

        @Key(value = "conditions of which none may hold", some = true)
        List<Condition> none) {

    private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");

    public Condition {
        methods = List.copyOf(methods);
        paths = List.copyOf(paths);
        headers = List.copyOf(headers);
        clients = List.copyOf(clients);
        principals = List.copyOf(principals);
        claims = claims.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, claim -> List.copyOf(claim.getValue())));
        tenants = List.copyOf(tenants);
        all = List.copyOf(all);
        any = List.copyOf(any);
        none = List.copyOf(none);
        if (Stream.of(methods, paths, headers, clients, principals, claims.keySet(), tenants, all, any, none)
                .allMatch(Collection::isEmpty)) {
            throw new IllegalArgumentException("a condition needs at least one of methods, paths, headers, clients,"
                    + " principals, claims, tenants, all, any, none");
        }
        if (claims.containsValue(List.of())) {
            throw new IllegalArgumentException("a claim needs a value; '*' stands for any");
        }
        if (principals.contains("") || tenants.contains("")) {
            throw new IllegalArgumentException("no user and no tenant has an empty name; '*' stands for any");
        }
        for (String method : methods) {
            if (!METHOD.matcher(method).matches()) {
                throw new IllegalArgumentException("a method must be in upper case, like GET: " + method);
            }
        }
    }

    /** Whether the condition holds for the request's head as earlier filters left it. */
    public boolean matches(RequestHead head, Exchange exchange) {
        return (methods.isEmpty() || methods.contains(head.method()))
                && pathMatches(head)
                && headerMatches(head)
                && clientMatches(exchange)
                && principalMatches(exchange)
                && claimsMatch(exchange)
                && tenantMatches(exchange)
                && groupsMatch(head, exchange);
    }

    private boolean pathMatches(RequestHead head) {
        for (PathPattern path : paths) {
            if (path.matches(head.target())) {
                return true;
            }
        }
        return paths.isEmpty();
    }

    private boolean headerMatches(RequestHead head) {
        for (HeaderTest header : headers) {
            if (header.matches(head.headers())) {
                return true;
            }
        }
        return headers.isEmpty();
    }

    private boolean clientMatches(Exchange exchange) {
        if (clients.isEmpty()) {
            return true;
        }
        InetAddress address = exchange.client().getAddress();
        if (address != null) {
            for (CidrBlock block : clients) {
                if (block.contains(address)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean principalMatches(Exchange exchange) {
        if (principals.isEmpty()) {
            return true;
        }
        Principal principal = exchange.get(ExchangeKey.PRINCIPAL);
        return principal != null && Glob.anyMatches(principals, principal.name());
    }

    private boolean claimsMatch(Exchange exchange) {
        Principal principal = claims.isEmpty() ? null : exchange.get(ExchangeKey.PRINCIPAL);
        if (principal != null) {
            for (Map.Entry<String, List<String>> claim : claims.entrySet()) {
                for (String value : principal.claim(claim.getKey())) {
                    if (Glob.anyMatches(claim.getValue(), value)) {
                        return true;
                    }
                }
            }
        }
        return claims.isEmpty();
    }

    private boolean tenantMatches(Exchange exchange) {
        if (tenants.isEmpty()) {
            return true;
        }
        String tenant = exchange.get(ExchangeKey.TENANT);
        return tenant != null && Glob.anyMatches(tenants, tenant);
    }

    private boolean groupsMatch(RequestHead head, Exchange exchange) {
        for (Condition condition : all) {
            if (!condition.matches(head, exchange)) {
                return false;
            }
        }
        for (Condition condition : none) {
            if (condition.matches(head, exchange)) {
                return false;
            }
        }
        for (Condition condition : any) {
            if (condition.matches(head, exchange)) {
                return true;
            }
        }
        return any.isEmpty();
    }

    /** Whether any part of the condition tests the path. */
    boolean usesPaths() {
        return !paths.isEmpty()
                || Stream.of(all, any, none).flatMap(List::stream).anyMatch(Condition::usesPaths);
    }
}
