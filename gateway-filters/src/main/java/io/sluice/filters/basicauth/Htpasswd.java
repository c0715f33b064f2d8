package io.sluice.filters.basicauth;

import at.favre.lib.crypto.bcrypt.BCrypt;
import at.favre.lib.crypto.bcrypt.LongPasswordStrategies;
import at.favre.lib.crypto.bcrypt.LongPasswordStrategy;
import io.sluice.api.check.BasicCredentials;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The users of an htpasswd file with their bcrypt hashes. Immutable; verification blocks for a time that depends on the
 * hash's cost.
 */
final class Htpasswd {

    private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53}");
    private static final int MIN_COST = 4;
    // Cost 16 already takes a core seconds; more would let a handful of requests block the gateway.
    private static final int MAX_COST = 16;
    private static final LongPasswordStrategy TRUNCATING = LongPasswordStrategies.truncate(BCrypt.Version.VERSION_2A);

    private final Map<String, byte[]> hashes;
    private final List<byte[]> decoys;

    private Htpasswd(Map<String, byte[]> hashes) {
        this.hashes = hashes;
        this.decoys = new ArrayList<>(hashes.values());
    }

    /**
     * Reads a file's text: a line {@code user:hash} for each user; empty lines and lines that start with {@code #} are
     * skipped.
     *
     * @throws IllegalArgumentException if a line is malformed, a user is listed twice or a hash is not bcrypt; the
     *     message has the line's number, never its content
     */
    static Htpasswd parse(String text) {
        Map<String, byte[]> hashes = new LinkedHashMap<>();
        String[] lines = text.split("\r?\n", -1);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                addLine(line, i + 1, hashes);
            }
        }
        return new Htpasswd(hashes);
    }

    private static void addLine(String line, int number, Map<String, byte[]> hashes) {
        int colon = line.indexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("line " + number + " is not of the form user:hash");
        }
        String hash = line.substring(colon + 1);
        Matcher matcher = BCRYPT.matcher(hash);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("line " + number + " has no bcrypt hash; make one with htpasswd -B");
        }
        int cost = Integer.parseInt(matcher.group(1));
        if (cost < MIN_COST || cost > MAX_COST) {
            throw new IllegalArgumentException(
                    "line " + number + " has cost " + cost + ", supported are " + MIN_COST + " to " + MAX_COST);
        }
        if (hashes.put(line.substring(0, colon), hash.getBytes(StandardCharsets.US_ASCII)) != null) {
            throw new IllegalArgumentException("line " + number + " names a user that an earlier line names");
        }
    }

    int size() {
        return hashes.size();
    }

    /**
     * Whether the user exists and has the password. An unknown user takes as long as a known one: the password is
     * checked against another user's hash, always the same for the same choice.
     *
     * @param choice any number that depends on the user's name only
     */
    boolean verify(BasicCredentials credentials, int choice) {
        byte[] own = hashes.get(credentials.user());
        if (own == null && decoys.isEmpty()) {
            return false;
        }
        byte[] hash = own == null ? decoys.get(Math.floorMod(choice, decoys.size())) : own;
        boolean verified = BCrypt.verifyer(null, TRUNCATING).verify(credentials.password(), hash).verified;
        return own != null && verified;
    }

    /** The bytes of a password that its check looks at: what follows them makes no other password. */
    static byte[] lookedAt(byte[] password) {
        return TRUNCATING.derive(password);
    }
}
