package io.sluice.config;

import io.sluice.api.Key;
import io.sluice.api.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Credentials of the gateway at a cluster: either username and password, or an API key. */
public record AuthConfig(
        @Key("user name for basic authentication") @Nullable String username,
        @Key("password for basic authentication") @Nullable Secret password,

        @Key("API key, in the encoded form that Elasticsearch hands out") @Nullable Secret apiKey,

        @Key(value = "whether relayed requests carry these credentials instead of the client's own", def = "false")
        boolean inject) {

    public AuthConfig {
        boolean basic = username != null && password != null;
        boolean none = username == null && password == null;
        Checks.require(basic != (apiKey != null) && (basic || none), "give either username and password, or apiKey");
    }

    /** The value of the Authorization header. */
    public String header() {
        if (apiKey != null) {
            return "ApiKey " + apiKey.value();
        }
        String pair = username + ":" + (password == null ? "" : password.value());
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }
}
