package io.sluice.filters.search;

/**
 * Bounds of shapes on the globe. OpenSearch 2.19 cuts a line wherever it comes around: one from longitude 0 to 1e15 makes 2,777,777,777,778
 * lines, and a node ends. Elasticsearch 7.17 does so with shapes of documents. Stateless.
 */
public final class GeoShapes {
    private static final int FARTHEST = 1000;
    private static final int CHARACTERS_OF_A_NUMBER = 10;

    /** A coordinate, or a shape as well-known text. */
    public static final Bound SHAPE = new Bound(
            text -> DeepText.SHAPE.within().test(text) && isNear(text),
            DeepText.SHAPE.text() + ", and no coordinate above 1,000");

    private GeoShapes() {}

    /** How many numbers a number or a text counts as. */
    public static int size(String text) {
        return Math.max(1, text.length() / CHARACTERS_OF_A_NUMBER);
    }

    // Some of what ends a word here is a part of it to servers: this finds more numbers rather than fewer.
    private static boolean isNear(String text) {
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || !isOfWord(text.charAt(i))) {
                if (i > from && !isNearOrWord(text.substring(from, i))) {
                    return false;
                }
                from = i + 1;
            }
        }
        return true;
    }

    private static boolean isOfWord(char c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || "+-.".indexOf(c) >= 0;
    }

    private static boolean isNearOrWord(String word) {
        if (word.equalsIgnoreCase("nan")) {
            return false;
        }
        try {
            // Servers read it with the same method.
            return Math.abs(Double.parseDouble(word)) <= FARTHEST;
        } catch (NumberFormatException e) {
            return true;
        }
    }
}
