package io.sluice.api.check;

/** Texts that somebody else's bytes were decoded to. Stateless. */
public final class DecodedText {

    /** Takes the place of bytes that are no text. */
    private static final char NO_TEXT = '\ufffd';

    private DecodedText() {}

    /**
     * Whether a text may be a name: it is not blank, has no control characters, and all of its bytes were text. Otherwise two names that differ
     * in the others would be one.
     */
    public static boolean isName(String text) {
        return !text.isBlank() && text.chars().noneMatch(c -> Character.isISOControl(c) || c == NO_TEXT);
    }
}
