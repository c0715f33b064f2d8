package io.sluice.server;

import io.netty.util.NetUtil;

/** The value of a Host header, or the authority of a target (RFC 3986, 3.2.2; RFC 9110, 7.2). Stateless. */
final class HostField {
    private static final String REGISTERED_NAME = "-._~!$&'()*+,;=";
    private static final int MAX_PORT = 65_535;

    private HostField() {}

    /** Returns true if the value is a host that is not empty, with or without a port; no user may stand before it. */
    static boolean isValid(String value) {
        int end = value.startsWith("[") ? endOfAddress(value) : endOfName(value);
        return end > 0 && isPort(value, end);
    }

    private static int endOfAddress(String value) {
        int bracket = value.indexOf(']');
        boolean address =
                bracket > 1 && value.indexOf('%') < 0 && NetUtil.isValidIpV6Address(value.substring(1, bracket));
        return address ? bracket + 1 : -1;
    }

    private static int endOfName(String value) {
        int at = 0;
        while (at < value.length() && value.charAt(at) != ':') {
            char c = value.charAt(at);
            if (c == '%') {
                if (!isHex(value, at + 1) || !isHex(value, at + 2)) {
                    return -1;
                }
                at += 2;
            } else if (!isLetterOrDigit(c) && REGISTERED_NAME.indexOf(c) < 0) {
                return -1;
            }
            at++;
        }
        return at;
    }

    private static boolean isPort(String value, int from) {
        if (from == value.length()) {
            return true;
        }
        // An empty port is valid: "host:" means the port of the scheme.
        if (value.charAt(from) != ':' || value.length() - from > 6) {
            return false;
        }
        int port = 0;
        for (int i = from + 1; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
            port = port * 10 + c - '0';
        }
        return port <= MAX_PORT;
    }

    private static boolean isHex(String value, int at) {
        return at < value.length() && value.charAt(at) < 0x80 && Character.digit(value.charAt(at), 16) >= 0;
    }

    private static boolean isLetterOrDigit(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }
}
