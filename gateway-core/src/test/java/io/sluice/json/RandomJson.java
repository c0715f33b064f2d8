package io.sluice.json;

import java.util.random.RandomGenerator;

/** Makes JSON texts with all that the grammar allows: escapes, white space, deep nesting, every form of number. */
public final class RandomJson {

    private static final String[] STRINGS = {
        "",
        "a",
        "name",
        "\\u0061",
        "\\n\\t\\\"\\\\\\/\\b\\f\\r",
        "é",
        "日本語",
        "😀",
        "\\ud83d\\ude00",
        "\\ud800",
        "\u007f",
        "x".repeat(40),
        "plain text of some length, 32+ b",
        "\\u0000",
        "ключ",
        "0123456",
        "01234567",
        "012345678"
    };
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "1",
        "-1",
        "10",
        "1234567890123456789012",
        "0.5",
        "-0.10",
        "1e5",
        "1E+5",
        "2.50e-10",
        "0e0",
        "9007199254740993"
    };

    private final RandomGenerator random;
    private final StringBuilder out = new StringBuilder();

    private RandomJson(RandomGenerator random) {
        this.random = random;
    }

    public static String text(RandomGenerator random) {
        RandomJson json = new RandomJson(random);
        json.space();
        json.value(0);
        json.space();
        return json.out.toString();
    }

    private void value(int depth) {
        int kind = random.nextInt(depth > 6 ? 5 : 9);
        switch (kind) {
            case 0, 1 -> string();
            case 2, 3 -> out.append(NUMBERS[random.nextInt(NUMBERS.length)]);
            case 4 -> out.append(random.nextInt(3) == 0 ? "null" : random.nextBoolean() ? "true" : "false");
            case 5, 6, 7 -> object(depth);
            default -> array(depth);
        }
    }

    private void object(int depth) {
        out.append('{');
        space();
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                comma();
            }
            // Names differ, so that a tree keeps all of them.
            out.append('"').append(i);
            out.append(STRINGS[random.nextInt(STRINGS.length)].replace("\\ud800", ""))
                    .append('"');
            space();
            out.append(':');
            space();
            value(depth + 1);
            space();
        }
        out.append('}');
    }

    private void array(int depth) {
        out.append('[');
        space();
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                comma();
            }
            value(depth + 1);
            space();
        }
        out.append(']');
    }

    private void comma() {
        out.append(',');
        space();
    }

    private void string() {
        out.append('"').append(STRINGS[random.nextInt(STRINGS.length)]);
        out.append(STRINGS[random.nextInt(STRINGS.length)]).append('"');
    }

    private void space() {
        if (random.nextInt(4) == 0) {
            out.append(" \n\t\r  \n".charAt(random.nextInt(7))).append(" ".repeat(random.nextInt(4)));
        }
    }
}
