package io.sluice.upstream;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.api.Headers;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The headers besides {@code Authorization} by which the security of Elasticsearch, OpenSearch, Search Guard and ReadonlyREST, and the
 * usual proxies before them, are told who is asking. Together with the gateway's own credentials they would let a client act as another user.
 */
final class IdentityHeaders {

    /** By which Elasticsearch is told to act as another user. */
    static final String RUN_AS = "es-security-runas-user";

    /** With a hyphen for each underscore: what stands before a cluster may take one for the other. */
    private static final Set<String> NAMES = Set.of(
            "es-client-authentication",
            "x-client-authentication",
            "x-proxy-user",
            "x-proxy-roles",
            "opendistro-security-impersonate-as",
            "opensearch-security-impersonate-as",
            "plugins-security-impersonate-as",
            "sg-impersonate-as",
            "securitytenant",
            "security-tenant",
            "sgtenant",
            "sg-tenant",
            "x-forwarded-user",
            "x-forwarded-groups",
            "x-forwarded-email",
            "x-forwarded-preferred-username",
            "x-forwarded-access-token",
            "x-forwarded-client-cert",
            "remote-user",
            "remote-groups");

    /** Written in the same way. The last ones are the servers' internal names for such headers. */
    private static final List<String> BEGINNINGS = List.of(
            "es-security-",
            "es-secondary-",
            "x-proxy-ext-",
            "x-remote-",
            "x-auth-request-",
            "x-ror-",
            "-xpack",
            "-opendistro",
            "-opensearch",
            "-security",
            "-sg");

    private IdentityHeaders() {}

    /** Removes them from a request. */
    static void strip(HttpHeaders headers) {
        List<CharSequence> found = List.of();
        Iterator<Map.Entry<CharSequence, CharSequence>> fields = headers.iteratorCharSequence();
        while (fields.hasNext()) {
            CharSequence name = fields.next().getKey();
            if (is(name)) {
                found = found.isEmpty() ? new ArrayList<>(2) : found;
                found.add(name);
            }
        }
        for (int i = 0; i < found.size(); i++) {
            headers.remove(found.get(i));
        }
    }

    /** Whether a head says nothing of who is asking that the original does not say, {@code Authorization} included. */
    static boolean addNothing(Headers original, Headers head) {
        return of(original).containsAll(of(head));
    }

    private static List<String> of(Headers headers) {
        List<String> found = new ArrayList<>(2);
        headers.forEach((name, value) -> {
            if (HttpHeaderNames.AUTHORIZATION.contentEqualsIgnoreCase(name) || is(name)) {
                found.add(name.toLowerCase(Locale.ROOT) + ": " + value);
            }
        });
        return found;
    }

    private static boolean is(CharSequence name) {
        String lower = name.toString().toLowerCase(Locale.ROOT).replace('_', '-');
        if (NAMES.contains(lower)) {
            return true;
        }
        for (int i = 0; i < BEGINNINGS.size(); i++) {
            if (lower.startsWith(BEGINNINGS.get(i))) {
                return true;
            }
        }
        return false;
    }
}
