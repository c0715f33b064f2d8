package io.sluice.filters.tenant.identity;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.sluice.api.CidrBlock;
import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.names.TenantName;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the tenant of a request. Sources are asked in order; the first that yields a name decides. An invalid name
 * ends the search, so that a client cannot become another tenant by spoiling its own name. Immutable.
 */
public final class TenantResolver {

    private final List<Reader> readers = new ArrayList<>();
    private final List<String> headers = new ArrayList<>();
    private final TenantName names;
    private final boolean clientsAreTrusted;
    private @Nullable ClientNames clientNames;

    /** What a request's head reveals about its tenant. */
    public sealed interface Finding {

        /**
         * A tenant, and the request without the parts that named it.
         *
         * @param tenant the name
         * @param head of the request
         */
        record Identified(String tenant, RequestHead head) implements Finding {}

        /**
         * The request's index names identify the tenant, wherever they are.
         *
         * @param names reads the tenant from index names
         * @param head of the request
         */
        record ByIndex(ClientNames names, RequestHead head) implements Finding {}

        /** No tenant was found. */
        record Nobody() implements Finding {}
    }

    private static final Finding NOBODY = new Finding.Nobody();

    /** Reads one source; null if it yields no name. */
    private interface Reader {
        Finding.@Nullable Identified read(RequestHead head, Exchange exchange);
    }

    public TenantResolver(List<TenantSource> sources, TenantName names, boolean clientsAreTrusted) {
        this.names = names;
        this.clientsAreTrusted = clientsAreTrusted;
        for (TenantSource source : sources) {
            switch (source) {
                case TenantSource.Principal principal -> readers.add(principal(principal));
                case TenantSource.Header header -> {
                    readers.add(header(header));
                    headers.add(header.name());
                }
                case TenantSource.Host host -> readers.add(host(host));
                case TenantSource.Path path -> readers.add(path(path));
                case TenantSource.Index index -> clientNames = ClientNames.parse(index.pattern(), names);
            }
        }
    }

    /** Identifies the tenant of a request. */
    public Finding resolve(RequestHead head, Exchange exchange) {
        for (Reader reader : readers) {
            Finding.Identified found = reader.read(head, exchange);
            if (found != null) {
                return names.isValid(found.tenant())
                        ? new Finding.Identified(found.tenant(), withoutHeaders(found.head()))
                        : NOBODY;
            }
        }
        ClientNames byIndex = clientNames;
        return byIndex == null || !isLocalOrTrusted(exchange)
                ? NOBODY
                : new Finding.ByIndex(byIndex, withoutHeaders(head));
    }

    private RequestHead withoutHeaders(RequestHead head) {
        RequestHead result = head;
        for (String header : headers) {
            result = result.withoutHeader(header);
        }
        return result;
    }

    private static Reader principal(TenantSource.Principal source) {
        Pattern pattern = source.pattern() == null ? null : TenantSource.compile(source.pattern());
        return (head, exchange) -> {
            Principal principal = exchange.get(ExchangeKey.PRINCIPAL);
            if (principal == null || source.realm() != null && !source.realm().equals(principal.realm())) {
                return null;
            }
            String text = text(source, principal);
            String tenant = pattern == null ? text : group(pattern, text);
            return new Finding.Identified(tenant == null ? "" : tenant, head);
        };
    }

    // A user of several tenants, or of none, is nobody's: which one would be for the client to choose.
    private static String text(TenantSource.Principal source, Principal principal) {
        if (source.claim() == null) {
            return principal.name();
        }
        List<String> values = principal.claim(source.claim());
        return values.size() == 1 ? values.getFirst() : "";
    }

    private static @Nullable String group(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.matches() ? matcher.group("tenant") : null;
    }

    private static Reader header(TenantSource.Header source) {
        return (head, exchange) -> {
            List<String> values = head.headers().all(source.name());
            InetAddress client = exchange.client().getAddress();
            if (values.isEmpty() || client == null || !contains(source.trusted(), client)) {
                return null;
            }
            return new Finding.Identified(values.size() == 1 ? values.getFirst() : "", head);
        };
    }

    private static boolean contains(List<CidrBlock> blocks, InetAddress address) {
        for (CidrBlock block : blocks) {
            if (block.contains(address)) {
                return true;
            }
        }
        return false;
    }

    private Reader host(TenantSource.Host source) {
        // Names of hosts have no case (RFC 9110, 4.2.3).
        Pattern pattern = TenantSource.compile("(?i)" + source.pattern());
        return (head, exchange) -> {
            List<String> hosts = head.headers().all("Host");
            String tenant = isLocalOrTrusted(exchange) && hosts.size() == 1
                    ? group(pattern, withoutPort(hosts.getFirst()).toLowerCase(Locale.ROOT))
                    : null;
            return tenant == null ? null : new Finding.Identified(tenant, head);
        };
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        return colon < 0 || host.endsWith("]") ? host : host.substring(0, colon);
    }

    private Reader path(TenantSource.Path source) {
        String[] prefix = source.prefix().substring(1).split("/");
        return (head, exchange) -> {
            RequestTarget target = head.target();
            List<String> raw = target.rawSegments();
            if (!isLocalOrTrusted(exchange) || raw.size() < prefix.length) {
                return null;
            }
            String tenant = null;
            for (int i = 0; i < prefix.length; i++) {
                if (prefix[i].equals("{tenant}")) {
                    tenant = raw.get(i);
                } else if (!prefix[i].equals(raw.get(i))) {
                    return null;
                }
            }
            String rest = "/" + String.join("/", raw.subList(prefix.length, raw.size()));
            return tenant == null ? null : new Finding.Identified(tenant, head.withTarget(target.withRawPath(rest)));
        };
    }

    // Clients choose hosts, paths and index names freely.
    private boolean isLocalOrTrusted(Exchange exchange) {
        InetAddress client = exchange.client().getAddress();
        return clientsAreTrusted || client != null && client.isLoopbackAddress();
    }
}
