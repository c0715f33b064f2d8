package io.sluice.api;

/**
 * What a client is told of the credentials that are wanted (RFC 9110, 11.6.1): a scheme, a realm and further parameters.
 * Immutable.
 */
public final class Challenge {
    private final String text;

    private Challenge(String text) {
        Headers.of("WWW-Authenticate", text);
        this.text = text;
    }

    /**
     * A challenge.
     *
     * @param scheme for instance {@code Basic}
     * @throws IllegalArgumentException if the realm is empty, or has quotes, backslashes or what no header may have
     */
    public static Challenge of(String scheme, String realm) {
        if (realm.isEmpty() || isUnquotable(realm)) {
            throw new IllegalArgumentException("realm must not be empty, and must not contain quotes or backslashes");
        }
        return new Challenge(scheme + " realm=\"" + realm + "\"");
    }

    /**
     * The same challenge with a parameter more.
     *
     * @throws IllegalArgumentException if the value has quotes, backslashes or what no header may have
     */
    public Challenge with(String parameter, String value) {
        if (isUnquotable(value)) {
            throw new IllegalArgumentException(parameter + " must not contain quotes or backslashes");
        }
        return new Challenge(text + ", " + parameter + "=\"" + value + "\"");
    }

    private static boolean isUnquotable(String value) {
        return value.indexOf('"') >= 0 || value.indexOf('\\') >= 0;
    }

    /** The value of the header {@code WWW-Authenticate}. */
    @Override
    public String toString() {
        return text;
    }
}
