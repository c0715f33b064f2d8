package io.sluice.filters.tenant.answer;

import io.sluice.filters.match.Glob;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A place in a response, with those of its members in or below which, in the nested layout, physical names differ from
 * the tenant's. An array is not a place of its own. Immutable once made.
 */
final class AnswerPlace {

    /** What the members of a place are. */
    enum Holds {
        /** Members whose names are the same for tenant and cluster. */
        OTHER,
        /** The content of a document, which the cluster stores under a member named after the index. */
        DOCUMENT,
        /** The same, or the unwrapped content of a part of a document; the rest of the hit decides which. */
        PART,
        /** The position of a part in its document; only this distinguishes it from a whole document. */
        SIGN,
        /** One member per field. */
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

    /** The root of a response. */
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

    /** Tells of all members that are known, and with null for a name of those that the client may have named. */
    void forEachMember(BiConsumer<@Nullable String, AnswerPlace> each) {
        named.forEach(each);
        if (others != null) {
            each.accept(null, others);
        }
    }

    /** All places that a decoded path segment other than {@code **} leads to. */
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

    /** All places below the given ones, at any depth. */
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
        // Only results of updates show documents.
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
        // Clients choose the names in aggregations, except those of the hits in them.
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
