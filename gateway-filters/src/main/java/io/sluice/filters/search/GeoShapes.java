package io.sluice.filters.search;

import java.util.regex.Pattern;

/**
 * Bounds of shapes on the globe. OpenSearch 2.19 cuts a line wherever it comes around: one from longitude 0 to 1e15 makes 2,777,777,777,778
 * lines, and a node ends. Elasticsearch 7.17 does so with shapes of documents. Stateless.
 */
public final class GeoShapes {
    private static final int FARTHEST = 1000;

    /** What separates words of well-known text in the servers' parser, and some that do not: this finds more numbers rather than fewer. */
    private static final Pattern SEPARATORS = Pattern.compile("[^0-9A-Za-z+.-]+");

    /** A coordinate, or a shape as well-known text. */
    public static final Bound SHAPE = new Bound(
            text -> DeepText.SHAPE.within().test(text) && isNear(text),
            DeepText.SHAPE.text() + " and no coordinate above 1,000");

    private GeoShapes() {}

    private static boolean isNear(String text) {
        return SEPARATORS.splitAsStream(text).allMatch(GeoShapes::isNearOrWord);
    }

    private static boolean isNearOrWord(String word) {
        try {
            // Servers read it with the same method. NaN is not near.
            return word.isEmpty() || Math.abs(Double.parseDouble(word)) <= FARTHEST;
        } catch (NumberFormatException e) {
            return true;
        }
    }
}
