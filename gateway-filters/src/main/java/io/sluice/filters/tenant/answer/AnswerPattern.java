package io.sluice.filters.tenant.answer;

import io.sluice.filters.match.Glob;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One path of {@code filter_path}, as Elasticsearch 7.17 and OpenSearch 2 read it: arrays are not segments, {@code *}
 * matches any characters of a name, {@code **} matches one or more segments, and a backslash makes a full stop part of
 * a name. Immutable.
 *
 * @param segments as they are written
 * @param names that they stand for, or patterns of names
 */
record AnswerPattern(List<String> segments, List<String> names) {

    static final String ANY = "*";
    static final String ANY_DEPTH = "**";

    AnswerPattern {
        segments = List.copyOf(segments);
        names = List.copyOf(names);
    }

    /** Reads a path without its minus sign; null if servers may read it in different ways. */
    static @Nullable AnswerPattern parse(String path) {
        List<String> segments = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i <= path.length(); i++) {
            char c = i < path.length() ? path.charAt(i) : '.';
            if (c == '\\') {
                if (i + 1 == path.length() || path.charAt(i + 1) != '.') {
                    return null;
                }
                i++;
            } else if (c == '.') {
                if (i == begin) {
                    return null;
                }
                segments.add(path.substring(begin, i));
                begin = i + 1;
            }
        }
        return new AnswerPattern(
                segments, segments.stream().map(AnswerPattern::name).toList());
    }

    /** The name or pattern that a segment stands for. */
    static String name(String segment) {
        return segment.replace("\\.", ".");
    }

    static String escaped(String name) {
        return name.replace(".", "\\.");
    }

    /**
     * Whether the pattern matches a member or one of its parents, so that it covers the whole member. What follows a {@code **} is sought
     * where it comes first: any later place would leave less for the rest.
     */
    boolean covers(List<String> path) {
        int segment = 0;
        int at = 0;
        int again = -1;
        int from = 0;
        while (segment < segments.size()) {
            if (at == path.size()) {
                return false;
            }
            if (segments.get(segment).equals(ANY_DEPTH)) {
                again = ++segment;
                from = ++at;
            } else if (Glob.matches(names.get(segment), path.get(at))) {
                segment++;
                at++;
            } else if (again >= 0) {
                segment = again;
                at = ++from;
            } else {
                return false;
            }
        }
        return true;
    }

    /** Whether the pattern matches something inside an object or array. */
    boolean leadsInto(List<String> path) {
        for (int i = 0; i < segments.size(); i++) {
            if (i == path.size() || segments.get(i).equals(ANY_DEPTH) && i < segments.size() - 1) {
                return true;
            }
            if (!Glob.matches(names.get(i), path.get(i))) {
                return false;
            }
        }
        return false;
    }
}
