package io.sluice.filters.search;

import java.util.regex.Pattern;

/**
 * Bounds of the formats of dates. A server makes a parser of each alternative ({@code yyyy||epoch_millis}), for each format anew, and keeps
 * it with the field or with the results of an aggregation: a format of 1,000 characters takes up to 130 KB and a millisecond. Stateless.
 */
public final class DateFormats {

    private static final int LONGEST = 1000;
    private static final int MOST_OPTIONAL_PARTS = 20;
    private static final int MOST_ALTERNATIVES = 10;
    private static final Pattern BETWEEN = Pattern.compile("||", Pattern.LITERAL);

    /** One format. A server's parser calls itself for each optional part. */
    public static final Bound BOUND = new Bound(
            DateFormats::isWithin, "at most " + LONGEST + " characters and " + MOST_ALTERNATIVES + " alternatives");

    /** Formats in one list, with each of which a server compares each text that a document has for a new field. */
    public static final int MOST_DETECTED = 20;

    /** Characters of all formats of a search, or of a mapping. */
    public static final int MOST_TOGETHER = 100_000;

    /** Characters beyond usual lengths of all formats of what a search shows: an answer has them for each hit or bucket. */
    public static final int MOST_SHOWN = 5000;

    private static final int USUAL = 40;

    /** So many count for a shorter alternative. */
    private static final int LEAST = 20;

    /** The bound of them for people. */
    public static final String TOGETHER = "at most " + MOST_TOGETHER
            + " characters in all formats together, where an alternative shorter than " + LEAST + " counts as "
            + LEAST;

    private DateFormats() {}

    /** What a format counts among all of a body. */
    public static int size(String format) {
        int size = 0;
        for (String alternative : BETWEEN.split(format, -1)) {
            size += Math.max(LEAST, alternative.length());
        }
        return size;
    }

    /** What a format counts among all that an answer shows. */
    public static int shown(String format) {
        return Math.max(0, format.length() - USUAL);
    }

    /** Whether a format has more optional parts than is sent. */
    static boolean hasManyOptionalParts(String format) {
        return SearchBounds.count(format, '[') > MOST_OPTIONAL_PARTS;
    }

    private static boolean isWithin(String format) {
        // In a template of fields it would be the name of one.
        return format.length() <= LONGEST
                && !format.contains("{name}")
                && !hasManyOptionalParts(format)
                && BETWEEN.split(format, -1).length <= MOST_ALTERNATIVES;
    }
}
