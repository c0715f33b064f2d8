package io.sluice.recording;

import io.sluice.api.RequestTarget;
import io.sluice.api.SensitiveNames;
import java.util.Set;

/** Tells what of a request may carry credentials, cookies, or who its user is. Stateless. */
final class Secrets {
    /** What servers, their clients and this gateway's filters read of a request, beside {@code X-Tenant} of the documentation. */
    private static final Set<String> KEPT = Set.of(
            "accept",
            "accept-encoding",
            "accept-language",
            "content-type",
            "content-encoding",
            "user-agent",
            "x-opaque-id",
            "x-elastic-client-meta",
            "x-elastic-product-origin",
            "x-elastic-internal-origin",
            "elastic-api-version",
            "x-tenant");

    /** Endpoints whose bodies have passwords, keys or users. */
    private static final Set<String> ENDPOINTS = Set.of(
            "_security",
            "_xpack",
            "_opendistro",
            "_plugins",
            "_searchguard",
            "_readonlyrest",
            "_watcher",
            "_reindex",
            "_snapshot",
            "_inference",
            "_connector",
            "_fleet",
            "_logstash",
            "reload_secure_settings");

    private Secrets() {}

    /** Whether a header is kept without being named: what nobody knows may tell who the user is, or where. */
    static boolean isKept(String lowerCaseName) {
        return KEPT.contains(lowerCaseName);
    }

    /** Whether a request is not kept at all. */
    static boolean isIn(RequestTarget target) {
        try {
            return target.segments().stream().anyMatch(ENDPOINTS::contains)
                    || target.parameters().stream()
                            .anyMatch(parameter -> SensitiveNames.matchesParameter(parameter.name()));
        } catch (IllegalArgumentException e) {
            // Nobody can say what it means.
            return true;
        }
    }
}
