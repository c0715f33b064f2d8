package io.sluice.dist;

/** The filters that say who the user is. */
enum WhoIdentity {
    BASIC_AUTH("basic-auth", "{ file: users.htpasswd }"),
    API_KEY("api-key", "{ file: keys.txt }"),
    JWT(
            "jwt",
            "{ keys: { file: keys.json }, issuer: \"https://issuer.example\", audience: [search], claims: { org: org } }"),
    LDAP(
            "ldap",
            "{ urls: [\"ldap://127.0.0.1:%d\"], timeout: 9s, connectTimeout: 9s, users: { dn: \"uid={user},ou=people,dc=example,dc=org\" }, claims: { org: o } }"),
    CLIENT_CERTIFICATE("client-certificate", "{ claims: { org: organization } }"),
    FORWARD_AUTH(
            "forward-auth",
            "{ address: \"http://127.0.0.1:%d/verify\", nameHeader: Remote-User, claims: { org: Remote-Org } }"),
    NONE("none", "");

    private final String type;
    private final String config;

    WhoIdentity(String type, String config) {
        this.type = type;
        this.config = config;
    }

    /** The filter's type, which is the realm of its users. */
    String type() {
        return type;
    }

    /** Whether requests have a user. */
    boolean namesUsers() {
        return this != NONE;
    }

    /** Whether users have claims. */
    boolean namesClaims() {
        return this != NONE && this != BASIC_AUTH;
    }

    /** Whether users show themselves in the handshake. */
    boolean isShownInHandshake() {
        return this == CLIENT_CERTIFICATE;
    }

    /** The filter, and the ones that prove at the node who the user is; each with a comma behind it. */
    String filters(int port) {
        return namesUsers()
                ? "{ type: " + type + ", config: " + config.formatted(port) + " },"
                        + "{ type: access, config: { otherwise: deny, rules: [{ allow: { principals: [alice, bob, carol] } }] } },"
                        + "{ type: upstream-credentials, config: { rules: [{ runAs: \"{principal}\" }] } },"
                : "";
    }
}
