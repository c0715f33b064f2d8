package io.sluice.filters.tenant.placement;

import io.sluice.filters.tenant.names.TenantName;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a table of places as a file has it: {@code version NUMBER} in the first line, then {@code TENANT PLACE [closed]} for each tenant;
 * empty lines and those that begin with {@code #} are skipped. Immutable.
 */
final class PlacementLines {

    private static final Pattern VERSION = Pattern.compile("version[ \t]+([1-9][0-9]{0,17})");
    private static final Pattern LINE = Pattern.compile("([^ \t]+)[ \t]+([^ \t]+)(?:[ \t]+(closed))?");

    private final Set<String> places;
    private final String home;
    private final TenantName names;

    /**
     * @param places the names of all places
     * @param home the place of all tenants who are in no line
     */
    PlacementLines(Set<String> places, String home, TenantName names) {
        this.places = Set.copyOf(places);
        this.home = home;
        this.names = names;
    }

    /**
     * Reads a table.
     *
     * @throws IllegalArgumentException if it is not of this form, a tenant stands twice or a place is not known; the message has the
     *     line's number
     */
    Placements parse(byte[] bytes) {
        long version = 0;
        Map<String, Placement> tenants = new HashMap<>();
        String[] lines = text(bytes).split("\r?\n", -1);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            try {
                if (version == 0) {
                    version = version(line);
                } else {
                    add(line, version, tenants);
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("line " + (i + 1) + " " + e.getMessage(), e);
            }
        }
        if (version == 0) {
            throw new IllegalArgumentException("the file has no line like 'version 1'");
        }
        return new Placements(version, tenants, new Placement(home, Placement.State.OPEN, 0));
    }

    private static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the file is not UTF-8", e);
        }
    }

    private static long version(String line) {
        Matcher version = VERSION.matcher(line);
        if (!version.matches()) {
            throw new IllegalArgumentException("must be the version of the table, like 'version 1'");
        }
        return Long.parseLong(version.group(1));
    }

    private void add(String text, long version, Map<String, Placement> tenants) {
        Matcher line = LINE.matcher(text);
        if (!line.matches()) {
            throw new IllegalArgumentException("is not a tenant and a place, and perhaps 'closed'");
        }
        String tenant = line.group(1);
        if (!names.isValid(tenant)) {
            throw new IllegalArgumentException("has a name that no tenant can have: " + tenant);
        }
        if (!places.contains(line.group(2))) {
            throw new IllegalArgumentException("has a place that is not configured: " + line.group(2));
        }
        Placement.State state = line.group(3) == null ? Placement.State.OPEN : Placement.State.CLOSED;
        Placement placement = new Placement(line.group(2), state, version);
        if (tenants.put(tenant, placement) != null) {
            throw new IllegalArgumentException("has a tenant of an earlier line: " + tenant);
        }
    }
}
