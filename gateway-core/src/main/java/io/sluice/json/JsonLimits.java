package io.sluice.json;

/**
 * Limits of a JSON text; a text that exceeds one is refused with 413.
 *
 * @param maxDepth containers open at once
 * @param maxName bytes of a member's name as written
 * @param maxNumber bytes of a number
 * @param maxScalar bytes, as written, of a string that is decoded for a visitor; longer ones can only be copied, replaced or dropped
 */
public record JsonLimits(int maxDepth, int maxName, int maxNumber, int maxScalar) {

    /** 500 levels, names of 8 KiB, numbers of 1,000 digits, strings of 32 KiB. */
    public static final JsonLimits DEFAULT = new JsonLimits(500, 8 << 10, 1000, 32 << 10);

    public JsonLimits {
        if (maxDepth <= 0 || maxName <= 0 || maxNumber <= 0 || maxScalar <= 0) {
            throw new IllegalArgumentException("a limit must be positive");
        }
    }

    // A visitor is asked once name and value are known; until then both, and the white space before them, are held
    // back.
    public int maxHeld() {
        return maxLead() + Math.max(maxNumber, maxScalar) + 2;
    }

    /** The bytes that may precede a value that a visitor is asked about: a name and white space. */
    int maxLead() {
        return maxName + (16 << 10);
    }
}
