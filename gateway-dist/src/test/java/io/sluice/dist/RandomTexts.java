package io.sluice.dist;

import java.util.Random;

/** Ids and routings in several scripts, and how JSON may write them. For one thread. */
final class RandomTexts {
    private static final int LONGEST = 24;
    private static final String ESCAPABLE = "\"\\/\b\f\n\r\t";
    private static final String ESCAPES = "\"\\/bfnrt";

    private final Random random;

    RandomTexts(Random random) {
        this.random = random;
    }

    /** A text of one or more characters of one script or several. */
    String next() {
        StringBuilder text = new StringBuilder();
        int script = random.nextInt(7);
        for (int i = 1 + random.nextInt(LONGEST); i > 0; i--) {
            text.appendCodePoint(character(script == 6 ? random.nextInt(6) : script));
        }
        return text.toString();
    }

    private int character(int script) {
        return switch (script) {
            case 0 -> "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:".charAt(random.nextInt(66));
            case 1 -> 0x400 + random.nextInt(0x100);
            case 2 -> 0x4e00 + random.nextInt(0x5000);
            case 3 -> 0x1f600 + random.nextInt(0x40);
            case 4 -> ESCAPABLE.charAt(random.nextInt(ESCAPABLE.length()));
            default -> 0xa0 + random.nextInt(0xd800 - 0xa0);
        };
    }

    /** The text as a JSON string, some of its characters escaped though they need not be. */
    String json(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int named = ESCAPABLE.indexOf(c);
            boolean must = named >= 0 && c != '/';
            // The halves of a pair are escaped both or not at all.
            boolean half = Character.isSurrogate(c);
            if (named >= 0 && (must || random.nextBoolean())) {
                json.append('\\').append(ESCAPES.charAt(named));
            } else if (half ? escapesPair(text, i) : random.nextInt(8) == 0) {
                json.append(String.format("\\u%04" + (random.nextBoolean() ? "x" : "X"), (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    private static boolean escapesPair(String text, int i) {
        int start = Character.isLowSurrogate(text.charAt(i)) ? i - 1 : i;
        return text.codePointAt(start) % 2 == 0;
    }
}
