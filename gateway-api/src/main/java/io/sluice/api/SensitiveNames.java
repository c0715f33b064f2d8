package io.sluice.api;

import java.util.Locale;
import java.util.regex.Pattern;

/** Tells by its name whether a header or a parameter may carry credentials or cookies. Stateless. */
public final class SensitiveNames {
    private static final Pattern NAME = Pattern.compile(
            "auth|cookie|token|secret|passw|passphrase|passcode|pwd|credential|api-?_?key|access-?_?key|subscription-?_?key|private-?_?key"
                    + "|session|sessid|signature|saml|dpop|jwt|bearer|^key$|(^|[-_.])(sig|otp|pw)$");

    /** Words of parameters that say so where they are the whole name or its last word. */
    private static final Pattern LAST_WORD = Pattern.compile("(?<![a-zA-Z0-9])(?i:pass|key|code|otp|pin|pw|sid|sig)\\z"
            + "|(?<=[a-z0-9])(?:Pass|Key|Code|Otp|Pin|Pw|Sid|Sig)\\z");

    private SensitiveNames() {}

    /** Whether the name says so; of a parameter, {@link #matchesParameter} asks for more. */
    public static boolean matches(String name) {
        return NAME.matcher(name.toLowerCase(Locale.ROOT)).find();
    }

    /**
     * Whether a parameter's name, decoded, says so: beside what {@link #matches}, by its last word, such as {@code key} or {@code pin},
     * which headers of other kinds have too.
     */
    public static boolean matchesParameter(String name) {
        return matches(name) || LAST_WORD.matcher(name).find();
    }
}
