package io.sluice.api;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * A block of IP addresses, written {@code 10.0.0.0/8}, {@code fd00::/8} or as a single address.
 *
 * @param network the first address
 * @param prefix how many leading bits count
 */
public record CidrBlock(InetAddress network, int prefix) {

    // Only literals, so that InetAddress never asks a name server.
    private static final Pattern LITERAL = Pattern.compile("(\\d{1,3}\\.){3}\\d{1,3}|[0-9a-fA-F.]*:[0-9a-fA-F:.]*");

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
        try {
            if (LITERAL.matcher(text).matches()) {
                return InetAddress.getByName(text);
            }
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("not an IP address: " + text, e);
        }
        throw new IllegalArgumentException("not an IP address: " + text);
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
