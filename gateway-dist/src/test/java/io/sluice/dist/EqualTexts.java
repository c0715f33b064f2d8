package io.sluice.dist;

import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What is not compared within the texts of answers. */
final class EqualTexts {

    /** Ids of indices, nodes and contexts, document numbers within a segment, and request paths, in texts. */
    private static final Pattern DRAWN_IN_TEXTS = Pattern.compile(
            "(?<=[\\[/{ ])[A-Za-z0-9_-]{22}(?=[]/} ])|(?<= in )\\d+(?=\\))|(?<=doc=)\\d+|(?<=match id )\\d+|(?<=in range from )\\d+ to \\d+|@[0-9a-f]{6,8}\\b|(?<=\\[)\\d+:\\d+(?=])"
                    + "|(?<=context found for id \\[)\\d+|(?<=^request \\[)[^\\]]*");

    /** Where a query string is wrong, counted with the index's name before each field. */
    private static final Pattern COLUMN = Pattern.compile("(?<=at line 1, column )\\d+");

    private static final Pattern NUMBER_OF_CHANGE = Pattern.compile("(?<=[sS]eqNo \\[)\\d+(?=])");

    /** "All indices" of a tenant are sent as names, so errors mention names. */
    private static final String NOTHING_AT_ALL = "[_all] and no indices exist";

    private static final Pattern NUMBER = Pattern.compile(";?\\d+: |;$");

    /** How ids are stored, in explanations. */
    private static final Pattern STORED_IDS = Pattern.compile("(?<=_id:)(\\([^)]*\\)|\\[[0-9a-f ]*])");

    private final boolean apart;
    private final boolean oneIndex;

    EqualTexts(EqualLayout layout) {
        this.apart = layout.apart();
        this.oneIndex = layout.oneIndexARequest();
    }

    /** A text with a star in the place of what is not compared. */
    String masked(String text) {
        String masked = text;
        if (!apart) {
            masked = NUMBER_OF_CHANGE.matcher(masked).replaceAll("*");
            masked = STORED_IDS.matcher(masked).replaceAll("*");
        }
        if (oneIndex) {
            masked = COLUMN.matcher(masked).replaceAll("*");
        }
        masked = withoutDrawn(masked.replace(NOTHING_AT_ALL, "[*]"));
        return masked.startsWith("Validation Failed: ") ? findings(masked) : masked;
    }

    /** A text with a star in the place of what a server draws. */
    static String withoutDrawn(String text) {
        return DRAWN_IN_TEXTS.matcher(text).replaceAll("*");
    }

    /** A bulk is refused for what is wrong with any item; items that the gateway rejects are not among them. */
    private static String findings(String text) {
        return new TreeSet<>(List.of(NUMBER.split(text))).toString();
    }
}
