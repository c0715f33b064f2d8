package io.sluice.filters.tenant.mapping;

import io.sluice.api.AnswerTooLongException;
import io.sluice.api.ClusterReader;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.names.IndexPattern;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All indices that one shared layout's names can match, including closed and hidden ones and those behind aliases.
 * Immutable.
 */
public final class SharedIndices {

    /** Maximum length of the names in one path: by default servers refuse a request line longer than 4096 bytes. */
    private static final int MAX_NAMES_LENGTH = 3000;
    /** Maximum number of mappings to read at once; each may have a thousand fields. Where they are too long together, half of them. */
    private static final int MAX_NAMES = 50;

    private final List<String> patterns;
    private final MappingRules mappings;
    private final SettingRules settings;

    /**
     * @param timestamps whether an index may have a date field {@code @timestamp}
     * @param fieldTypes types of fields that it may have, besides those that were reviewed
     */
    public SharedIndices(List<IndexPattern> patterns, String tenantField, boolean timestamps, List<String> fieldTypes) {
        this.patterns = patterns.stream().map(IndexPattern::toString).toList();
        this.mappings = new MappingRules(tenantField, timestamps, new FieldTypes(fieldTypes));
        this.settings = new SettingRules(tenantField);
    }

    /**
     * Checks all indices of a cluster. Blocks.
     *
     * @return why tenants are not kept apart, by index; empty if they are, or if there is no index. What was found is
     *     returned even if other indices could not be read. An index whose description is longer than an answer may be
     *     counts as one that does not keep them apart: those who write to it decide how long that is
     * @throws IOException if no problem was found, and a mapping or settings could not be read
     */
    SortedMap<String, String> problems(ClusterReader cluster) throws IOException {
        SortedMap<String, String> problems = new TreeMap<>();
        Deque<List<String>> unread = new ArrayDeque<>();
        try {
            unread.addAll(parts(indices(cluster)));
        } catch (AnswerTooLongException e) {
            problems.put(String.join(",", patterns), "their names are too long to be read");
        }
        IOException failure = null;
        while (!unread.isEmpty()) {
            List<String> names = unread.remove();
            try {
                judge(names, IndexDescriptions.read(cluster, names), problems);
            } catch (AnswerTooLongException e) {
                if (names.size() == 1) {
                    problems.put(names.getFirst(), "its mapping and settings are too long to be read");
                } else {
                    unread.add(names.subList(0, names.size() / 2));
                    unread.add(names.subList(names.size() / 2, names.size()));
                }
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null && problems.isEmpty()) {
            throw failure;
        }
        return problems;
    }

    private void judge(List<String> names, IndexDescriptions described, SortedMap<String, String> problems)
            throws IOException {
        for (String name : names) {
            String problem = mappings.problem(described.mapping(name));
            problem = problem == null ? settings.problem(described.settings(name)) : problem;
            if (problem != null) {
                problems.put(name, problem);
            }
        }
    }

    private SortedSet<String> indices(ClusterReader cluster) throws IOException {
        SortedSet<String> names = new TreeSet<>();
        for (List<String> part : parts(patterns)) {
            Map<String, @Nullable Object> answer =
                    cluster.get(target("/_resolve/index/", part, "?expand_wildcards=all&ignore_unavailable=true"));
            names(answer, "indices", "name", names);
            names(answer, "aliases", "indices", names);
            names(answer, "data_streams", "backing_indices", names);
        }
        return names;
    }

    private static void names(Map<String, @Nullable Object> answer, String kind, String key, SortedSet<String> into)
            throws IOException {
        if (!(answer.get(kind) instanceof List<?> items)) {
            throw new IOException("names were resolved without " + kind);
        }
        for (Object item : items) {
            Object found = item instanceof Map<?, ?> members ? members.get(key) : null;
            for (Object name : found instanceof List<?> several ? several : List.of(String.valueOf(found))) {
                into.add(String.valueOf(name));
            }
        }
    }

    private static List<List<String>> parts(Collection<String> names) {
        List<List<String>> parts = new ArrayList<>();
        List<String> part = new ArrayList<>();
        int length = 0;
        for (String name : names) {
            int own = encoded(name).length() + 1;
            if (!part.isEmpty() && (part.size() == MAX_NAMES || length + own > MAX_NAMES_LENGTH)) {
                parts.add(part);
                part = new ArrayList<>();
                length = 0;
            }
            part.add(name);
            length += own;
        }
        if (!part.isEmpty()) {
            parts.add(part);
        }
        return parts;
    }

    /** The question about these indices. */
    static RequestTarget target(String before, List<String> names, String after) {
        String joined =
                String.join(",", names.stream().map(SharedIndices::encoded).toList());
        return RequestTarget.parse(before + joined + after);
    }

    // Form encoding writes a blank as a plus sign, but no name has a blank.
    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }
}
