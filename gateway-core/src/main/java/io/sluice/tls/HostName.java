package io.sluice.tls;

import io.netty.util.NetUtil;
import java.net.IDN;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A host that a certificate is made for.
 *
 * @param text the name in lower case and in ASCII, or the address
 * @param isAddress whether it is an IPv4 or IPv6 address
 */
public record HostName(String text, boolean isAddress) {

    private static final int MAX_LENGTH = 253;
    private static final Pattern NAME =
            Pattern.compile("(\\*\\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern ENDS_WITH_NUMBER = Pattern.compile("(.*\\.)?[0-9]+");

    /**
     * Reads a name, which may begin with {@code *.}, or an address.
     *
     * @throws IllegalArgumentException with the reason if it is neither
     */
    public static HostName of(String given) {
        if (NetUtil.isValidIpV4Address(given)) {
            return new HostName(given, true);
        }
        if (given.indexOf('%') < 0 && given.indexOf('[') < 0 && NetUtil.isValidIpV6Address(given)) {
            return new HostName(given.toLowerCase(Locale.ROOT), true);
        }
        String name = ascii(given);
        boolean wildcard = name.startsWith("*.");
        if (name.length() > MAX_LENGTH
                || !NAME.matcher(name).matches()
                || ENDS_WITH_NUMBER.matcher(name).matches()
                || wildcard && name.indexOf('.', 2) < 0) {
            throw refused(given);
        }
        return new HostName(name, false);
    }

    private static String ascii(String given) {
        try {
            return IDN.toASCII(given).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw refused(given);
        }
    }

    private static IllegalArgumentException refused(String given) {
        return new IllegalArgumentException("'" + given.replaceAll("\\p{Cntrl}", "?")
                + "' is no host: write a name such as search.example or *.search.example, or an address such as 10.0.0.7 or"
                + " fd00::7, without scheme and port");
    }
}
