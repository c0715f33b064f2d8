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
 */
record AnswerPattern(List<String> segments) {

    static final String ANY = "*";
    static final String ANY_DEPTH = "**";

    AnswerPattern {
        segments = List.copyOf(segments);
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
        return new AnswerPattern(segments);
    }

    /** The name or pattern that a segment stands for. */
    static String name(String segment) {
        return segment.replace("\\.", ".");
    }

    static String escaped(String name) {
        return name.replace(".", "\\.");
    }

    /** Whether the pattern matches a member or one of its parents, so that it covers the whole member. */
    boolean covers(List<String> names) {
        return covers(0, names, 0);
    }

    /** Whether the pattern matches something inside an object or array. */
    boolean leadsInto(List<String> names) {
        return leadsInto(0, names, 0);
    }

    private boolean leadsInto(int segment, List<String> names, int at) {
        if (segment == segments.size()) {
            return false;
        }
        String wanted = segments.get(segment);
        if (at == names.size() || wanted.equals(ANY_DEPTH) && segment < segments.size() - 1) {
            return true;
        }
        return Glob.matches(name(wanted), names.get(at)) && leadsInto(segment + 1, names, at + 1);
    }

    private boolean covers(int segment, List<String> names, int at) {
        if (segment == segments.size()) {
            return true;
        }
        if (at == names.size()) {
            return false;
        }
        String wanted = segments.get(segment);
        if (wanted.equals(ANY_DEPTH)) {
            for (int next = at + 1; next <= names.size(); next++) {
                if (covers(segment + 1, names, next)) {
                    return true;
                }
            }
            return false;
        }
        return Glob.matches(name(wanted), names.get(at)) && covers(segment + 1, names, at + 1);
    }
}
