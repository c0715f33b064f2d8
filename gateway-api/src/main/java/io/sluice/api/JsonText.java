package io.sluice.api;

/** The grammar of RFC 8259 for small texts: quoting, and checking what an author wrote. Stateless but for a position. */
final class JsonText {
    private static final int MAX_DEPTH = 100;
    /** A number with this many digits always fits a long. */
    private static final int SAFE_DIGITS = 18;

    private final String text;
    private int at;

    private JsonText(String text) {
        this.text = text;
    }

    /** The content as a JSON string with its quotes; control characters and unpaired surrogates are written as escapes. */
    static String quote(String content) {
        StringBuilder out = new StringBuilder(content.length() + 2).append('"');
        for (int i = 0; i < content.length(); i++) {
            char c = content.charAt(i);
            if (Character.isHighSurrogate(c)
                    && i + 1 < content.length()
                    && Character.isLowSurrogate(content.charAt(i + 1))) {
                out.append(c).append(content.charAt(++i));
            } else {
                appendEscaped(out, c);
            }
        }
        return out.append('"').toString();
    }

    private static void appendEscaped(StringBuilder out, char c) {
        if (c == '"' || c == '\\') {
            out.append('\\').append(c);
        } else if (Character.isISOControl(c) || Character.isSurrogate(c)) {
            out.append(String.format("\\u%04x", (int) c));
        } else {
            out.append(c);
        }
    }

    /** Throws IllegalArgumentException unless the text is exactly one JSON value without a line break. */
    static void check(String text) {
        JsonText checker = new JsonText(text);
        checker.space();
        checker.value(0);
        checker.space();
        if (checker.at != text.length()) {
            throw checker.wrong("something after the value");
        }
    }

    private void value(int depth) {
        if (depth > MAX_DEPTH) {
            throw wrong("nested deeper than " + MAX_DEPTH);
        }
        switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> number();
        }
    }

    private void object(int depth) {
        at++;
        space();
        if (peek() == '}') {
            at++;
            return;
        }
        while (true) {
            string();
            space();
            expect(':');
            space();
            value(depth + 1);
            space();
            if (peek() != ',') {
                expect('}');
                return;
            }
            at++;
            space();
        }
    }

    private void array(int depth) {
        at++;
        space();
        if (peek() == ']') {
            at++;
            return;
        }
        while (true) {
            value(depth + 1);
            space();
            if (peek() != ',') {
                expect(']');
                return;
            }
            at++;
            space();
        }
    }

    private void string() {
        expect('"');
        while (peek() != '"') {
            if (at == text.length()) {
                throw wrong("a string without end");
            }
            char c = text.charAt(at++);
            if (c < ' ') {
                throw wrong("a control character in a string");
            }
            if (c == '\\') {
                escape();
            } else if (Character.isHighSurrogate(c)) {
                if (!Character.isLowSurrogate(peek())) {
                    throw wrong("half a surrogate pair");
                }
                at++;
            } else if (Character.isLowSurrogate(c)) {
                throw wrong("half a surrogate pair");
            }
        }
        at++;
    }

    private void escape() {
        char c = peek();
        at++;
        if (c == 'u') {
            for (int i = 0; i < 4; i++) {
                if (peek() >= 0x80 || Character.digit(peek(), 16) < 0) {
                    throw wrong("a bad \\u escape");
                }
                at++;
            }
        } else if ("\"\\/bfnrt".indexOf(c) < 0) {
            throw wrong("a bad escape");
        }
    }

    private void number() {
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (peek() == '.') {
            at++;
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
    }

    private void digits() {
        int start = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == start) {
            throw wrong("not a JSON value");
        }
    }

    private void literal(String word) {
        if (!text.startsWith(word, at)) {
            throw wrong("not a JSON value");
        }
        at += word.length();
    }

    private void space() {
        while (peek() == ' ' || peek() == '\t') {
            at++;
        }
    }

    private void expect(char c) {
        if (peek() != c) {
            throw wrong("'" + c + "' expected");
        }
        at++;
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + " at character " + at + " of JSON: " + text);
    }

    /**
     * The number in a text, without its fraction.
     *
     * @throws NumberFormatException if the text is not a number
     */
    static long wholeNumber(String text) {
        // Few digits are read directly; servers read a string as a double, which has 53 bits.
        boolean exact = !text.isEmpty()
                && text.length() <= SAFE_DIGITS
                && text.chars().allMatch(each -> each >= '0' && each <= '9');
        return exact ? Long.parseLong(text) : (long) Double.parseDouble(text);
    }
}
