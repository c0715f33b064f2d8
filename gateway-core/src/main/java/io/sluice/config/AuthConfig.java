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
        Checks checks = new Checks();
        checks.require(basic != (apiKey != null) && (basic || none), "give either username and password, or apiKey");
        checks.require(
                username == null || username.chars().noneMatch(c -> c == ':' || Character.isISOControl(c)),
                "username has a colon or a control character, which no user's name can have in a request");
        checks.require(
                password == null || password.value().chars().noneMatch(Character::isISOControl),
                "password has a line end or another control character; a secret's file often ends with one");
        checks.require(
                apiKey == null || apiKey.value().chars().allMatch(c -> c > ' ' && c < 0x7f),
                "apiKey has a space, a line end or another character that no key has; a secret's file often ends with one");
        checks.done();
    }

    /** Whether servers act as another user where they are told so beside these credentials; some ignore that beside a key. */
    public boolean canRunAs() {
        return apiKey == null;
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
