package io.sluice.config;

import io.sluice.api.Key;
import io.sluice.api.Secret;
import org.jspecify.annotations.Nullable;

/** Who may read the admin endpoint: either a user with a password, or whoever has the token. */
public record AdminAuthConfig(
        @Key("user name for basic authentication") @Nullable String username,
        @Key("password for basic authentication") @Nullable Secret password,

        @Key("token, sent as Authorization: Bearer; browsers send it as the password of any user") @Nullable Secret token,

        @Key(value = "whether /metrics needs it too; the health pages never do", def = "true")
        boolean metrics) {

    private static final int SHORTEST = 12;

    public AdminAuthConfig {
        boolean both = username != null && password != null;
        boolean none = username == null && password == null;
        Checks checks = new Checks();
        checks.require(both != (token != null) && (both || none), "give either username and password, or token");
        checks.require(
                username == null || username.chars().noneMatch(c -> c == ':' || Character.isISOControl(c)),
                "username has a colon or a control character, which no user's name can have in a request");
        checkSecret(checks, "password", password);
        checkSecret(checks, "token", token);
        if (token != null) {
            checks.require(
                    fitsHeader(token.value()),
                    "token has a space at either end, or a character that is not ASCII, which no request can send as a Bearer token");
        }
        checks.done();
    }

    private static boolean fitsHeader(String token) {
        return token.equals(token.strip()) && token.chars().allMatch(c -> c < 128);
    }

    private static void checkSecret(Checks checks, String key, @Nullable Secret secret) {
        if (secret != null) {
            checks.require(secret.value().length() >= SHORTEST, key + " has fewer than " + SHORTEST + " characters");
            checks.require(
                    secret.value().chars().noneMatch(Character::isISOControl),
                    key + " has a line end or another control character; a secret's file often ends with one");
        }
    }
}
