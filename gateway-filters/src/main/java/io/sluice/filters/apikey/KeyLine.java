package io.sluice.filters.apikey;

import io.sluice.api.Principal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line of the file with keys: {@code id sha256:hex [name=USER] [claims.NAME=VALUE[,VALUE...]] [expires=INSTANT]}, with spaces or tabs
 * between its parts; what a value cannot have as it is stands as an escape ({@code %20}). Immutable.
 */
final class KeyLine {

    static final String REALM = "api-key";

    private static final Pattern ID = Pattern.compile("[!-9;-~]{1,256}");
    private static final Pattern HASH = Pattern.compile("sha256:([0-9a-fA-F]{64})");
    private static final Pattern CLAIM = Pattern.compile("claims\\.([A-Za-z0-9_.:/-]{1,128})");

    private final String id;
    private final byte[] secretHash;
    private final Principal principal;
    private final @Nullable Instant expires;

    private KeyLine(String id, byte[] secretHash, Principal principal, @Nullable Instant expires) {
        this.id = id;
        this.secretHash = secretHash;
        this.principal = principal;
        this.expires = expires;
    }

    /**
     * Reads a line that is not empty.
     *
     * @throws IllegalArgumentException if it is not of that form; the message quotes nothing of it but names of attributes
     */
    static KeyLine parse(String line) {
        String[] parts = line.strip().split("[ \t]+");
        if (!ID.matcher(parts[0]).matches()) {
            throw new IllegalArgumentException(
                    "has an id with a colon, a character that is not plain ASCII, or too many");
        }
        Matcher hash = HASH.matcher(parts.length < 2 ? "" : parts[1]);
        if (!hash.matches()) {
            throw new IllegalArgumentException(
                    "has no sha256: with 64 hexadecimal digits behind the id; make one with" + " sluice api-key");
        }
        Map<String, List<String>> attributes = new LinkedHashMap<>();
        for (int i = 2; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            String name = equals < 0 ? parts[i] : parts[i].substring(0, equals);
            if (equals < 0
                    || !name.equals("name")
                            && !name.equals("expires")
                            && !CLAIM.matcher(name).matches()) {
                throw new IllegalArgumentException("has something else than name=, claims.NAME= and expires=");
            }
            if (attributes.put(name, values(parts[i].substring(equals + 1))) != null) {
                throw new IllegalArgumentException("has " + name + " twice");
            }
        }
        String user = one(attributes.remove("name"), parts[0]);
        String until = one(attributes.remove("expires"), "");
        Map<String, List<String>> claims = new LinkedHashMap<>();
        attributes.forEach((name, values) -> claims.put(name.substring("claims.".length()), values));
        return new KeyLine(
                parts[0],
                HexFormat.of().parseHex(hash.group(1)),
                new Principal(user, REALM, claims),
                until.isEmpty() ? null : instant(until));
    }

    private static String one(@Nullable List<String> values, String without) {
        if (values != null && values.size() != 1) {
            throw new IllegalArgumentException(
                    "has several values of name or expires; a comma in a value is written as an escape");
        }
        return values == null ? without : values.getFirst();
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("has an expires that is not like 2027-01-31T00:00:00Z", e);
        }
    }

    private static List<String> values(String text) {
        List<String> values = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            String value = unescaped(each);
            if (value.isBlank() || value.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException("has a value that is blank or has control characters");
            }
            values.add(value);
        }
        return values;
    }

    private static String unescaped(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] != '%') {
                bytes.put(raw[i]);
            } else if (i + 2 < raw.length && isHex(raw[i + 1]) && isHex(raw[i + 2])) {
                bytes.put((byte) (HexFormat.fromHexDigit(raw[i + 1]) << 4 | HexFormat.fromHexDigit(raw[i + 2])));
                i += 2;
            } else {
                throw new IllegalArgumentException("has a percent sign without two hexadecimal digits behind it");
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("has escapes that are not UTF-8", e);
        }
    }

    private static boolean isHex(int c) {
        return HexFormat.isHexDigit(c);
    }

    String id() {
        return id;
    }

    /** The SHA-256 of the secret; must not be modified. */
    byte[] secretHash() {
        return secretHash;
    }

    Principal principal() {
        return principal;
    }

    boolean isExpired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }
}
