package io.sluice.wire;

/** What octets may stand where in a head (RFC 9110, 5.5 and 5.6.2; RFC 9112, 3 and 4). Stateless. */
final class Octets {
    private static final byte TOKEN = 1;
    private static final byte TARGET = 2;
    private static final byte TEXT = 4;
    private static final byte[] CLASSES = classes();

    private Octets() {}

    private static byte[] classes() {
        byte[] classes = new byte[256];
        for (int c = 0x21; c < 0x7f; c++) {
            // A fragment is never sent.
            classes[c] = c == '#' ? TEXT : TARGET | TEXT;
            if (Character.isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0) {
                classes[c] |= TOKEN;
            }
        }
        for (int c = 0x80; c < 0x100; c++) {
            classes[c] = TEXT;
        }
        classes[' '] = TEXT;
        classes['\t'] = TEXT;
        return classes;
    }

    /** The end of the token that begins at the index; the index itself if none does. */
    static int endOfToken(byte[] in, int from, int to) {
        return endOf(TOKEN, in, from, to);
    }

    /** The end of the visible ASCII characters that begin at the index, those of a request target. */
    static int endOfTarget(byte[] in, int from, int to) {
        return endOf(TARGET, in, from, to);
    }

    /** The end of the text that begins at the index: visible characters, also beyond ASCII, spaces and tabs. */
    static int endOfText(byte[] in, int from, int to) {
        return endOf(TEXT, in, from, to);
    }

    private static int endOf(byte kind, byte[] in, int from, int to) {
        int at = from;
        while (at < to && (CLASSES[in[at] & 0xff] & kind) != 0) {
            at++;
        }
        return at;
    }

    /** The end of the spaces and tabs that begin at the index. */
    static int endOfBlanks(byte[] in, int from, int to) {
        int at = from;
        while (at < to && isBlank(in[at])) {
            at++;
        }
        return at;
    }

    static boolean isToken(byte octet) {
        return (CLASSES[octet & 0xff] & TOKEN) != 0;
    }

    static boolean isBlank(byte octet) {
        return octet == ' ' || octet == '\t';
    }

    static boolean isDigit(byte octet) {
        return octet >= '0' && octet <= '9';
    }
}
