package io.sluice.api;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A block of IP addresses, written {@code 10.0.0.0/8}, {@code fd00::/8} or as a single address.
 *
 * @param network the first address
 * @param prefix how many leading bits count
 */
public record CidrBlock(InetAddress network, int prefix) {

    private static final Pattern IPV4 = Pattern.compile("(\\d{1,3}\\.){3}\\d{1,3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F.]*:[0-9a-fA-F:.]*");
    private static final int HIGHEST_BYTE = 255;

    public CidrBlock {
        int bits = network.getAddress().length * 8;
        if (prefix < 0 || prefix > bits) {
            throw new IllegalArgumentException("a prefix is between 0 and " + bits + ", not " + prefix);
        }
    }

    /**
     * Reads a block; names are not resolved.
     *
     * @throws IllegalArgumentException if the text is not an address literal with an optional prefix
     */
    public static CidrBlock parse(String text) {
        int slash = text.indexOf('/');
        try {
            InetAddress network = literal(slash < 0 ? text : text.substring(0, slash));
            int bits = network.getAddress().length * 8;
            return new CidrBlock(network, slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the prefix is not a number: " + text, e);
        }
    }

    private static InetAddress literal(String text) {
        InetAddress address = null;
        try {
            if (IPV4.matcher(text).matches()) {
                address = ipv4(text);
            } else if (IPV6.matcher(text).matches()) {
                // Without brackets, InetAddress would ask a name server about what is no address.
                address = InetAddress.getByName("[" + text + "]");
            }
        } catch (UnknownHostException e) {
            // of that form, but no address
        }
        if (address == null) {
            throw new IllegalArgumentException("not an IP address: " + text);
        }
        return address;
    }

    private static @Nullable InetAddress ipv4(String text) throws UnknownHostException {
        String[] numbers = text.split("\\.");
        byte[] bytes = new byte[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            int number = Integer.parseInt(numbers[i]);
            if (number > HIGHEST_BYTE) {
                return null;
            }
            bytes[i] = (byte) number;
        }
        return InetAddress.getByAddress(bytes);
    }

    /** Whether the address lies in the block. */
    public boolean contains(InetAddress address) {
        byte[] mine = network.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < prefix; bit += 8) {
            int mask = prefix - bit >= 8 ? 0xff : 0xff << 8 - (prefix - bit);
            if (((mine[bit / 8] ^ other[bit / 8]) & mask & 0xff) != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return network.getHostAddress() + "/" + prefix;
    }
}
