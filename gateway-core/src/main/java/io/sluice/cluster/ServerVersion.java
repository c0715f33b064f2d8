package io.sluice.cluster;

import io.sluice.bulk.verdict.BulkGrammar;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a server, as its nodes say it. What cannot be read counts as the newest Elasticsearch.
 *
 * @param major for instance 8
 * @param minor for instance 19
 */
public record ServerVersion(int major, int minor) implements Comparable<ServerVersion> {

    /** Newer than any there is. */
    public static final ServerVersion NEWEST = new ServerVersion(Integer.MAX_VALUE, 0);

    private static final Comparator<ServerVersion> ORDER =
            Comparator.comparingInt(ServerVersion::major).thenComparingInt(ServerVersion::minor);
    private static final Pattern TEXT = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(\\D.*)?");
    /** OpenSearch began to count anew when Elasticsearch was at 7. */
    private static final int LAST_OPENSEARCH = 4;

    /** Reads {@code 8.19.21}. */
    public static ServerVersion of(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? new ServerVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
                : NEWEST;
    }

    @Override
    public int compareTo(ServerVersion other) {
        return ORDER.compare(this, other);
    }

    private boolean isOpenSearch() {
        return major <= LAST_OPENSEARCH;
    }

    /** What it takes as a bulk. */
    public BulkGrammar grammar() {
        return BulkGrammar.of(isOpenSearch() ? "opensearch" : "", equals(NEWEST) ? "" : major + "." + minor);
    }

    /** Whether it shows sources without vectors unless it is asked for them: Elasticsearch does since 9.2. */
    public boolean leavesVectorsOut() {
        return major > 9 || major == 9 && minor >= 2;
    }

    /** Whether it may execute a part of a bulk before the bulk's end has come: Elasticsearch does since 8.16. */
    boolean runsBulksWhileTheyArrive() {
        return major > 8 || major == 8 && minor >= 16;
    }
}
