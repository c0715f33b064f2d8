package io.sluice.filters.upstreamcredentials;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.api.UpstreamCredentials;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The name of a user, made of what is known of a request: {@code {principal}}, {@code {tenant}} and other text. Stateless. */
final class RunAs {

    private static final Pattern HOLE = Pattern.compile("\\{(principal|tenant)}");

    private RunAs() {}

    /** @throws IllegalArgumentException if a template has another brace, or text that no user's name can have in a header */
    static void check(@Nullable String template) {
        if (template == null) {
            return;
        }
        String without = HOLE.matcher(template).replaceAll("x");
        if (without.indexOf('{') >= 0 || without.indexOf('}') >= 0 || !UpstreamCredentials.isName(without)) {
            throw new IllegalArgumentException(
                    "runAs has {principal}, {tenant} and other printable ASCII, without spaces at its ends");
        }
    }

    /** The name for a request; null if it has no such user or tenant, or one whose name a header cannot carry. */
    static @Nullable String name(String template, Exchange exchange) {
        Matcher holes = HOLE.matcher(template);
        StringBuilder name = new StringBuilder();
        int from = 0;
        while (holes.find()) {
            String value = value(holes.group(1), exchange);
            if (value == null || !UpstreamCredentials.isName(value)) {
                return null;
            }
            name.append(template, from, holes.start()).append(value);
            from = holes.end();
        }
        name.append(template, from, template.length());
        return UpstreamCredentials.isName(name.toString()) ? name.toString() : null;
    }

    private static @Nullable String value(String hole, Exchange exchange) {
        if (hole.equals("tenant")) {
            return exchange.get(ExchangeKey.TENANT);
        }
        Principal principal = exchange.get(ExchangeKey.PRINCIPAL);
        return principal == null ? null : principal.name();
    }
}
