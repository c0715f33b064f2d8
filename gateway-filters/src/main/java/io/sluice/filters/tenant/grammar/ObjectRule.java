package io.sluice.filters.tenant.grammar;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object: what may stand under which name. Built by one thread, link by link, since grammars are recursive; not changed once a
 * visitor has used it.
 */
public final class ObjectRule implements Rule {

    private static final int CHUNK = 64;

    private final Map<String, Rule> keys = new LinkedHashMap<>();
    private @Nullable Rule others;
    private @Nullable Reference otherNames;
    private @Nullable Rule instead;
    private @Nullable Rule elements;
    private @Nullable Trait trait;
    private boolean scope;
    private Required[] required = {};
    private int allFieldsAt = -1;

    private JsonNames[] names = {};
    private Rule[] rules = {};

    /** What must stand in an object: if none of the names does, something is put there at its end. */
    public enum Required {
        /** The query; where there is none, all documents are meant. */
        QUERY("query"),
        /** The nearest neighbours of a vector, which are what is found where there is no query. */
        NEIGHBOURS("knn"),
        /** The query of a search that looks for neighbours: where there is none, nothing else is meant. */
        QUERY_BESIDE_NEIGHBOURS("query"),
        /** The query of a search; where there is none, and no neighbours are looked for, all documents are meant. */
        QUERY_OF_SEARCH(NEIGHBOURS, QUERY_BESIDE_NEIGHBOURS, "query"),
        /** What says among which documents neighbours are looked for; where there is none, among all. */
        FILTER("filter"),
        /** What is asked of hits after all else, which keeps a server from passing over those that come behind others. */
        POST_FILTER("post_filter", "filter"),
        /** The query of what must not go without one. */
        ONLY_QUERY("query"),
        /** The query of the URL where there is one; a server has an error for none, whatever documents there are. */
        QUERY_OF_URL("query"),
        /** The indices of one search among several. */
        INDICES("index", "indices"),
        /** What chooses the shards of one search among several, where that is not for the client to say. */
        ROUTING("routing"),
        /** The point in time of a search that names no index. */
        POINT_IN_TIME("pit"),
        /** The index of a shape, for which Elasticsearch has a default that is nobody's. */
        SHAPES("index"),
        /** The mark of the tenant in a document; whatever the client wrote under its name is none. */
        MARK(),
        /** The fields in which something is looked for; where there are none, all that are the tenant's are meant. */
        FIELDS("fields", "default_field"),
        /** How many terms a prefix may stand for: all there are, so that it does not matter whose they are. */
        EXPANSIONS("max_expansions"),
        /** What the mapping of an index is where it is one field of another, unless its own fields tell. */
        OBJECT_TYPE("properties"),
        /** How fields are looked in. */
        TYPE("type"),
        /** How many terms a prefix may stand for where the type says that there may be one. */
        EXPANSIONS_OF_TYPE(TYPE, EXPANSIONS, "max_expansions"),
        /** When the aggregations below a bucket are computed: a server would decide by how many values all documents have. */
        COLLECT_MODE("collect_mode"),
        /** That something was done. */
        ACKNOWLEDGED(),
        /** That all fields are meant by the pattern for all; there is nothing to put there. */
        ALL_FIELDS(),
        /** The index of a hit where only its id tells which of several that lie in one it is of. */
        INDEX_OF_HIT(),
        /** Where no fields are given, or all by their pattern: that values need not be of their type. */
        LENIENT(FIELDS, null, ALL_FIELDS, "lenient");

        // JsonNames is immutable, which Error Prone cannot know.
        @SuppressWarnings("ImmutableEnumChecker")
        private final JsonNames names;

        private final @Nullable Required with;
        private final @Nullable Required beside;
        private final @Nullable Required despite;

        Required(String... names) {
            this(null, null, null, names);
        }

        Required(@Nullable Required with, @Nullable Required beside, String... names) {
            this(with, beside, null, names);
        }

        Required(@Nullable Required with, @Nullable Required beside, @Nullable Required despite, String... names) {
            this.names = JsonNames.of(names);
            this.with = with;
            this.beside = beside;
            this.despite = despite;
        }

        /** What must be missing too for this to be put there; null if nothing. */
        @Nullable Required with() {
            return with;
        }

        /** What is put there if that is not missing; null if nothing. */
        @Nullable Required beside() {
            return beside;
        }

        /** With what this is put there though the other is not missing; null if with nothing. */
        @Nullable Required despite() {
            return despite;
        }

        /** Whether the member is one of those. */
        boolean isAt(JsonCursor at) {
            return at.nameIn(names) >= 0;
        }

        /** Whether a list may stand there, which a server might else take for nothing at all. */
        boolean mayBeList() {
            return switch (this) {
                case INDICES, ROUTING, MARK, FIELDS, NEIGHBOURS, FILTER, OBJECT_TYPE -> true;
                default -> false;
            };
        }

        /** The names of which one must stand there. */
        public List<String> names() {
            return names.asList();
        }
    }

    /** Sets what stands under names. */
    public ObjectRule key(Rule rule, String... these) {
        for (String name : these) {
            if (keys.put(name, rule) != null) {
                throw new IllegalArgumentException("twice in a grammar: " + name);
            }
        }
        names = new JsonNames[(keys.size() + CHUNK - 1) / CHUNK];
        List<String> all = new ArrayList<>(keys.keySet());
        for (int i = 0; i < names.length; i++) {
            names[i] = JsonNames.of(all.subList(i * CHUNK, Math.min(all.size(), (i + 1) * CHUNK))
                    .toArray(String[]::new));
        }
        rules = keys.values().toArray(Rule[]::new);
        return this;
    }

    /** Adds all names of another object. */
    public ObjectRule keys(ObjectRule more) {
        more.keys.forEach((name, rule) -> key(rule, name));
        return this;
    }

    /** Replaces what stands under a name. */
    public ObjectRule change(String name, Rule rule) {
        if (keys.replace(name, rule) == null) {
            throw new IllegalArgumentException("not in the grammar: " + name);
        }
        rules = keys.values().toArray(Rule[]::new);
        return this;
    }

    /** Sets what stands under every other name, which is the client's to choose. */
    public ObjectRule others(Rule rule) {
        others = rule;
        return this;
    }

    /** Sets what stands under every other name, and what such a name refers to. */
    public ObjectRule others(Reference reference, Rule rule) {
        otherNames = reference;
        return others(rule);
    }

    /** Sets what may stand in the place of the object. */
    public ObjectRule orElse(Rule rule) {
        instead = rule;
        return this;
    }

    /** Sets what the elements of an array are that stands in the place of the object; without it they are such objects. */
    public ObjectRule orArrayOf(Rule rule) {
        elements = rule;
        return this;
    }

    /** Notes a trait where the object occurs. */
    public ObjectRule shows(Trait shown) {
        trait = shown;
        return this;
    }

    /** Says that the object, or one in it, may have the path of the nested objects among which all in it looks. */
    public ObjectRule mayHavePath() {
        scope = true;
        return this;
    }

    /** Whether the object may have the path of nested objects. */
    boolean isScope() {
        return scope;
    }

    /** The position of {@link Required#ALL_FIELDS} among what is required; -1 if it does not matter. */
    int allFieldsAt() {
        return allFieldsAt;
    }

    /** Adds something that must stand there. */
    public ObjectRule requires(Required what) {
        if (what == Required.ALL_FIELDS) {
            allFieldsAt = required.length;
        }
        required = Arrays.copyOf(required, required.length + 1);
        required[required.length - 1] = what;
        return this;
    }

    /** A new object with the same names. */
    public ObjectRule copy() {
        ObjectRule copy = new ObjectRule().keys(this);
        copy.others = others;
        copy.otherNames = otherNames;
        copy.instead = instead;
        copy.elements = elements;
        copy.trait = trait;
        copy.scope = scope;
        copy.required = required;
        copy.allFieldsAt = allFieldsAt;
        return copy;
    }

    /** What stands under which name, in the order of the grammar. */
    public Map<String, Rule> named() {
        return Collections.unmodifiableMap(keys);
    }

    @Nullable Rule at(JsonCursor at) {
        for (int i = 0; i < names.length; i++) {
            int found = at.nameIn(names[i]);
            if (found >= 0) {
                return rules[i * CHUNK + found];
            }
        }
        return null;
    }

    /** What stands under names that are not listed; null if there are none. */
    public @Nullable Rule others() {
        return others;
    }

    @Nullable Reference otherNames() {
        return otherNames;
    }

    @Nullable Rule instead() {
        return instead;
    }

    /** What the elements of an array are in the object's place. */
    Rule elements() {
        return elements == null ? this : elements;
    }

    @Nullable Trait trait() {
        return trait;
    }

    Required[] required() {
        return required;
    }

    @Override
    public String toString() {
        return "object" + Arrays.toString(keys.keySet().toArray());
    }
}
