package io.sluice.filters.upstreamcredentials;

import io.sluice.api.Key;
import io.sluice.api.Secret;
import io.sluice.api.UpstreamCredentials;
import io.sluice.filters.match.Condition;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Credentials and the requests that they are for. */
public record CredentialsRule(
        @Key("requests that the rule is for; left out: all") @Nullable Condition when,

        @Key("user name for basic authentication") @Nullable String username,
        @Key("password for basic authentication") @Nullable Secret password,

        @Key("API key, in the encoded form that Elasticsearch hands out") @Nullable Secret apiKey,

        @Key("token, sent as Authorization: Bearer") @Nullable Secret bearer,

        @Key(
                "the user in whose name the cluster acts, as es-security-runas-user: {principal}, {tenant} and other text; left out:"
                        + " the credentials' own")
        @Nullable String runAs) {

    public CredentialsRule {
        long kinds = Stream.of(username != null || password != null, apiKey != null, bearer != null)
                .filter(given -> given)
                .count();
        if (kinds > 1 || (username == null) != (password == null)) {
            throw new IllegalArgumentException("give either username and password, or apiKey, or bearer");
        }
        if (kinds == 0 && runAs == null) {
            throw new IllegalArgumentException("a rule needs credentials or runAs");
        }
        if (runAs != null && (apiKey != null || bearer != null)) {
            throw new IllegalArgumentException(
                    "runAs stands beside username and password, or alone: servers may ignore it beside other credentials");
        }
        RunAs.check(runAs);
        credentials(username, password, apiKey, bearer);
    }

    /** Whether the rule has credentials of its own. */
    boolean hasSecret() {
        return username != null || apiKey != null || bearer != null;
    }

    /** The rule's own credentials, or those of the cluster if it has none. */
    UpstreamCredentials credentials() {
        return credentials(username, password, apiKey, bearer);
    }

    private static UpstreamCredentials credentials(
            @Nullable String username, @Nullable Secret password, @Nullable Secret apiKey, @Nullable Secret bearer) {
        if (username != null && password != null) {
            return UpstreamCredentials.basic(username, password);
        }
        if (apiKey != null) {
            return UpstreamCredentials.apiKey(apiKey);
        }
        return bearer == null ? UpstreamCredentials.ofCluster() : UpstreamCredentials.bearer(bearer);
    }
}
