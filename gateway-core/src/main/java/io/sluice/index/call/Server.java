package io.sluice.index.call;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cluster's product and version.
 *
 * @param openSearch whether it is OpenSearch; else it is Elasticsearch
 * @param major for instance 8
 * @param minor for instance 19
 */
public record Server(boolean openSearch, int major, int minor) implements Comparable<Server> {
    private static final Comparator<Server> AGE =
            Comparator.comparingInt(Server::major).thenComparingInt(Server::minor);
    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(\\D.*)?");
    /** OpenSearch began to count anew when Elasticsearch was at 7. */
    private static final int LAST_OPENSEARCH = 4;

    /**
     * Reads a version number, such as {@code 8.19.21}; major numbers below 5 are OpenSearch's.
     *
     * @throws IllegalArgumentException if it cannot be read, or names a server that is too old
     */
    public static Server of(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("the server has a version that cannot be read: '" + version + "'");
        }
        int major = Integer.parseInt(matcher.group(1));
        if (major > LAST_OPENSEARCH && major < 7) {
            throw new IllegalArgumentException("Elasticsearch " + version + " is older than 7");
        }
        return new Server(major <= LAST_OPENSEARCH, major, Integer.parseInt(matcher.group(2)));
    }

    /** Whether it is Elasticsearch of this version or a newer one. */
    public boolean elasticsearchSince(int fromMajor, int fromMinor) {
        return !openSearch && since(fromMajor, fromMinor);
    }

    /** Whether it is OpenSearch of this version or a newer one. */
    public boolean openSearchSince(int fromMajor, int fromMinor) {
        return openSearch && since(fromMajor, fromMinor);
    }

    private boolean since(int fromMajor, int fromMinor) {
        return major > fromMajor || major == fromMajor && minor >= fromMinor;
    }

    /** By age. */
    @Override
    public int compareTo(Server other) {
        return AGE.compare(this, other);
    }

    @Override
    public String toString() {
        return (openSearch ? "OpenSearch " : "Elasticsearch ") + major + "." + minor;
    }
}
