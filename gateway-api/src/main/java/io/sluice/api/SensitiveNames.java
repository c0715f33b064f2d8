package io.sluice.api;

import java.util.Locale;
import java.util.regex.Pattern;

/** Tells by its name whether a header or a parameter may carry credentials or cookies. Stateless. */
public final class SensitiveNames {
    private static final Pattern NAME = Pattern.compile(
            "auth|cookie|token|secret|passw|passphrase|passcode|pwd|credential|api-?_?key|access-?_?key|subscription-?_?key|private-?_?key"
                    + "|session|sessid|signature|saml|dpop|jwt|bearer|^key$|(^|[-_.])(sig|otp|pw)$");

    private SensitiveNames() {}

    /** Whether the name says so. */
    public static boolean matches(String name) {
        return NAME.matcher(name.toLowerCase(Locale.ROOT)).find();
    }
}
