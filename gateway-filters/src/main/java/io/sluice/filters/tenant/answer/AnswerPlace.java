package io.sluice.filters.tenant.answer;

import io.sluice.filters.match.Glob;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A place in an answer, with those places in it in or below which the cluster calls something by another name than the tenant where
 * several indices lie in one. An array is no place of its own. Immutable once it is made.
 */
final class AnswerPlace {

    /** What the members of a place are. */
    enum Holds {
        /** Something that has one name. */
        OTHER,
        /** What stands in a document, which the cluster has in a member of its own. */
        DOCUMENT,
        /** The same, or what stands in a part of a document, as it is: that depends on the rest of the hit. */
        PART,
        /** Where a part stands in its document, which is all that tells it from a document. */
        SIGN,
        /** Something for each field. */
        FIELDS
    }

    private static final AnswerPlace NOTHING = new AnswerPlace(Holds.OTHER);
    private static final Map<AnswerKind, AnswerPlace> ROOTS = roots();

    private final Holds holds;
    private final Map<String, AnswerPlace> named = new HashMap<>();
    private @Nullable AnswerPlace others;

    private AnswerPlace(Holds holds) {
        this.holds = holds;
    }

    /** An answer as a whole. */
    static AnswerPlace of(AnswerKind kind) {
        return ROOTS.getOrDefault(kind, NOTHING);
    }

    Holds holds() {
        return holds;
    }

    /** Whether it is one document with the members that identify its owner. */
    boolean isDocument() {
        return named.containsKey("_source");
    }

    /** The place of a member; null if there is nothing of interest in it. */
    @Nullable AnswerPlace member(@Nullable String name) {
        return name == null ? others : named.getOrDefault(name, others);
    }

    /** All places to which a segment of a path leads, which is decoded and is not {@code **}. */
    static Set<AnswerPlace> next(Collection<AnswerPlace> from, String segment) {
        Set<AnswerPlace> next = new LinkedHashSet<>();
        boolean wildcard = segment.indexOf('*') >= 0;
        for (AnswerPlace place : from) {
            if (!wildcard) {
                AnswerPlace child = place.named.getOrDefault(segment, place.others);
                if (child != null) {
                    next.add(child);
                }
                continue;
            }
            place.named.forEach((name, child) -> {
                if (Glob.matches(segment, name)) {
                    next.add(child);
                }
            });
            if (place.others != null) {
                next.add(place.others);
            }
        }
        return next;
    }

    /** All places below others, however deep. */
    static Set<AnswerPlace> below(Collection<AnswerPlace> from) {
        Set<AnswerPlace> below = new LinkedHashSet<>();
        Set<AnswerPlace> level = next(from, "*");
        while (below.addAll(level)) {
            level = next(level, "*");
        }
        return below;
    }

    private static Map<AnswerKind, AnswerPlace> roots() {
        AnswerPlace document = with(Holds.OTHER, "_source", new AnswerPlace(Holds.DOCUMENT));
        AnswerPlace got = with(Holds.OTHER, "_source", new AnswerPlace(Holds.DOCUMENT))
                .and("fields", new AnswerPlace(Holds.FIELDS));
        AnswerPlace written = with(Holds.OTHER, "get", document);
        AnswerPlace search = search();
        Map<AnswerKind, AnswerPlace> roots = new EnumMap<>(AnswerKind.class);
        roots.put(AnswerKind.DOCUMENT, got);
        roots.put(AnswerKind.WRITTEN, written);
        // Of the results, those of updates show documents.
        roots.put(AnswerKind.BULK, with(Holds.OTHER, "items", with(Holds.OTHER, "update", written)));
        roots.put(AnswerKind.MGET, with(Holds.OTHER, "docs", got));
        roots.put(AnswerKind.EXPLANATION, with(Holds.OTHER, "get", got));
        roots.put(AnswerKind.SEARCH, search);
        roots.put(AnswerKind.MSEARCH, with(Holds.OTHER, "responses", search));
        return roots;
    }

    private static AnswerPlace search() {
        AnswerPlace part = hit(Holds.PART).and("_nested", new AnswerPlace(Holds.SIGN));
        AnswerPlace inner = new AnswerPlace(Holds.FIELDS);
        inner.others = with(Holds.OTHER, "hits", with(Holds.OTHER, "hits", part));
        part.and("inner_hits", inner);
        AnswerPlace hit = hit(Holds.DOCUMENT).and("inner_hits", inner);
        // Names in aggregations are the client's, but for those of the hits in them.
        AnswerPlace aggregation = new AnswerPlace(Holds.OTHER);
        aggregation.others = aggregation;
        AnswerPlace hits = with(Holds.OTHER, "hits", part);
        hits.others = aggregation;
        aggregation.and("hits", hits);
        AnswerPlace aggregations = new AnswerPlace(Holds.OTHER);
        aggregations.others = aggregation;
        AnswerPlace suggestions = new AnswerPlace(Holds.OTHER);
        suggestions.others = with(Holds.OTHER, "options", hit);
        return with(Holds.OTHER, "hits", with(Holds.OTHER, "hits", hit))
                .and("aggregations", aggregations)
                .and("suggest", suggestions);
    }

    private static AnswerPlace hit(Holds source) {
        AnswerPlace fields = new AnswerPlace(Holds.FIELDS);
        return with(Holds.OTHER, "_source", new AnswerPlace(source))
                .and("fields", fields)
                .and("highlight", fields)
                .and("ignored_field_values", fields);
    }

    private static AnswerPlace with(Holds holds, String name, AnswerPlace child) {
        return new AnswerPlace(holds).and(name, child);
    }

    private AnswerPlace and(String name, AnswerPlace child) {
        named.put(name, child);
        return this;
    }

    @Override
    public String toString() {
        return holds + " " + named.keySet();
    }
}
