package io.sluice.filters.tenant.grammar;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonNames;
import io.sluice.filters.search.Nesting;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object: the rule of each member's name. Built by one thread step by step, because grammars are recursive; not
 * changed once a visitor has used it.
 */
public final class ObjectRule implements Rule {

    private static final int CHUNK = 64;

    private final Map<String, Rule> keys = new LinkedHashMap<>();
    private @Nullable Rule others;
    private @Nullable Reference otherNames;
    private @Nullable Rule instead;
    private @Nullable Rule elements;
    private @Nullable Trait trait;
    private boolean template;
    private @Nullable Tally tally;
    private List<Nesting> nestings = List.of();
    private boolean scope;
    private boolean alone;
    private boolean needsValues;
    private boolean path;
    private Required[] required = {};
    private boolean watchesMembers;
    private int allFieldsAt = -1;

    /** Made when a member is first looked for: most objects of a grammar are built in many steps, and few occur. */
    private @Nullable Lookup lookup;

    /** All fields are final, so a thread sees them whole that finds what another has made. */
    private static final class Lookup {
        private final JsonNames[] names;
        private final Rule[] rules;

        Lookup(Map<String, Rule> keys) {
            List<String> all = List.copyOf(keys.keySet());
            names = new JsonNames[(all.size() + CHUNK - 1) / CHUNK];
            for (int i = 0; i < names.length; i++) {
                names[i] = JsonNames.of(all.subList(i * CHUNK, Math.min(all.size(), (i + 1) * CHUNK))
                        .toArray(String[]::new));
            }
            rules = keys.values().toArray(Rule[]::new);
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
    }

    /** Required members of an object: if none of the names is present, the visitor may add a member at its end. */
    public enum Required {
        /** The query; without one, all documents match. */
        QUERY("query"),
        /** The kNN search; without a query, only its hits match. */
        NEIGHBOURS("knn"),
        /** The query of a search with kNN; without one, nothing else matches. */
        QUERY_BESIDE_NEIGHBOURS("query"),
        /** The query of a search; without one and without kNN, all documents match. */
        QUERY_OF_SEARCH(NEIGHBOURS, QUERY_BESIDE_NEIGHBOURS, "query"),
        /** The filter of a kNN search; without one, it searches all documents. */
        FILTER("filter"),
        /** The post filter, which makes a server visit every hit instead of skipping those that rank lower. */
        POST_FILTER("post_filter", "filter"),
        /** How many hits are counted; without it, a server may stop at a number. */
        TOTAL("track_total_hits"),
        /** The query of a request that must not be sent without one. */
        ONLY_QUERY("query"),
        /**
         * The URL's query if there is one; without one, a server returns an error that does not depend on documents.
         */
        QUERY_OF_URL("query"),
        /** The indices of one search of an {@code _msearch}. */
        INDICES("index", "indices"),
        /** The routing of one search of an {@code _msearch}, if the layout determines it. */
        ROUTING("routing"),
        /** The point in time of a search that names no index. */
        POINT_IN_TIME("pit"),
        /** The tenant's mark in a document; a client's member of the same name does not count. */
        MARK(),
        /** The fields to search; without any, all fields of the tenant. */
        FIELDS("fields", "default_field"),
        /** How many terms a prefix may expand to: all of them, so that other tenants' terms do not matter. */
        EXPANSIONS("max_expansions"),
        /**
         * The type of an index's mapping when it becomes a field of the physical index, unless its properties imply it.
         */
        OBJECT_TYPE("properties"),
        /** The number of a slice; Elasticsearch 7.17 never ends a task by query whose slice has none. */
        SLICE("id"),
        /** How many slices there are. */
        SLICES("max"),
        /** The type of the field search. */
        TYPE("type"),
        /** How many terms a prefix may expand to, if the query's type allows a prefix. */
        EXPANSIONS_OF_TYPE(TYPE, EXPANSIONS, "max_expansions"),
        /** When sub-aggregations are computed: a server's default depends on the number of values in all documents. */
        COLLECT_MODE("collect_mode"),
        /** How terms are counted: a server's default, and whether it counts segments side by side, depends on the terms of all documents. */
        EXECUTION_HINT("execution_hint"),
        /** An aggregation that keeps a server from counting segments side by side; a client's never counts as it. */
        ONE_BY_ONE(),
        /** An acknowledgement, unless what was asked for was cancelled. */
        ACKNOWLEDGED("canceled"),
        /** Marks that the pattern for all fields is used; nothing is added for it. */
        ALL_FIELDS(),
        /** The index of a hit whose id alone identifies which of several indices it belongs to. */
        INDEX_OF_HIT(),
        /** Leniency about values' types, if no fields are given, or all by their pattern. */
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

        /** The member that must be missing too for this one to be added; null if none. */
        @Nullable Required with() {
            return with;
        }

        /** The member to add instead if {@link #with} is present; null if none. */
        @Nullable Required beside() {
            return beside;
        }

        /** The member whose presence adds this one even if {@link #with} is present; null if none. */
        @Nullable Required despite() {
            return despite;
        }

        /** Whether the current member has one of the names. */
        boolean isAt(JsonCursor at) {
            return at.nameIn(names) >= 0;
        }

        /** Whether a list is allowed; for others, a server might ignore a list. */
        boolean mayBeList() {
            return switch (this) {
                case INDICES, ROUTING, MARK, FIELDS, NEIGHBOURS, FILTER, OBJECT_TYPE -> true;
                default -> false;
            };
        }

        /** The names, one of which is required. */
        public List<String> names() {
            return names.asList();
        }
    }

    /** Sets the rule of names. A scalar that harms servers where it is large is bounded. */
    public ObjectRule key(Rule rule, String... these) {
        for (String name : these) {
            if (keys.put(name, rule instanceof Rule.Scalar ? Amounts.of(name) : rule) != null) {
                throw new IllegalArgumentException("twice in a grammar: " + name);
            }
        }
        lookup = null;
        return this;
    }

    /** Adds all names of another object. */
    public ObjectRule keys(ObjectRule more) {
        more.keys.forEach((name, rule) -> key(rule, name));
        return this;
    }

    /** Replaces the rule of a name. */
    public ObjectRule change(String name, Rule rule) {
        if (keys.replace(name, rule) == null) {
            throw new IllegalArgumentException("not in the grammar: " + name);
        }
        lookup = null;
        return this;
    }

    /** Sets the rule of every other name; clients choose these names freely. */
    public ObjectRule others(Rule rule) {
        others = rule;
        return this;
    }

    /** Sets the rule of every other name, and what such a name refers to. */
    public ObjectRule others(Reference reference, Rule rule) {
        otherNames = reference;
        return others(rule);
    }

    /** Sets the rule of a value in the object's place. */
    public ObjectRule orElse(Rule rule) {
        instead = rule;
        return this;
    }

    /** Sets the rule for elements of an array in the object's place; by default they are such objects. */
    public ObjectRule orArrayOf(Rule rule) {
        elements = rule;
        return this;
    }

    /** Declares that no array may stand in the object's place: a server would look for the object's end behind the array's. */
    public ObjectRule neverList() {
        alone = true;
        return this;
    }

    /** Declares that no member may be null: a server's parser throws an error there, at which a node ends. */
    public ObjectRule neverNull() {
        needsValues = true;
        watchesMembers = true;
        return this;
    }

    /** Whether a member must not be null. */
    boolean needsValues() {
        return needsValues;
    }

    /** Whether each such object must be looked at, as it is judged by more than its path. */
    boolean isJudgedEachTime() {
        return trait != null
                || template
                || tally != null
                || needsValues
                || path
                || !nestings.isEmpty()
                || scope
                || required.length > 0;
    }

    /** Whether an array may stand for such objects. */
    boolean mayBeList() {
        return !alone;
    }

    /** Reports a trait whenever the object occurs. */
    public ObjectRule shows(Trait shown) {
        trait = shown;
        return this;
    }

    /** Bounds the members of all objects with this tally. */
    public ObjectRule atMost(Tally members) {
        tally = members;
        watchesMembers = true;
        return this;
    }

    /** The bound of the number of members; null if there is none. */
    @Nullable Tally tally() {
        return tally;
    }

    /** Bounds how many objects of this rule stand within each other. */
    public ObjectRule nests(List<Nesting> bounds) {
        nestings = List.copyOf(bounds);
        watchesMembers = true;
        return this;
    }

    /** The bounds of how many stand within each other; empty if there are none. */
    List<Nesting> nestings() {
        return nestings;
    }

    /** Declares that its other members are fields, and that such objects within them are fields of these. */
    public ObjectRule isOfPath() {
        path = true;
        return this;
    }

    /** Whether its members are fields, which may have fields of their own. */
    boolean addsToPath() {
        return path;
    }

    /** Declares that a server puts the name of each field that it makes into the object. */
    public ObjectRule isTemplate() {
        template = true;
        return this;
    }

    /** Whether a server puts names of fields into it. */
    boolean hasPlaceholders() {
        return template;
    }

    /**
     * Declares that the object, or one inside it, may set the path of nested objects that everything in it searches.
     */
    public ObjectRule mayHavePath() {
        scope = true;
        return this;
    }

    /** Whether the object may have the path of nested objects. */
    boolean isScope() {
        return scope;
    }

    /** The position of {@link Required#ALL_FIELDS} among the required members; -1 if absent. */
    int allFieldsAt() {
        return allFieldsAt;
    }

    /** Adds a required member. */
    public ObjectRule requires(Required what) {
        if (what == Required.ALL_FIELDS) {
            allFieldsAt = required.length;
        }
        required = Arrays.copyOf(required, required.length + 1);
        required[required.length - 1] = what;
        watchesMembers |= what == Required.ALL_FIELDS || !what.names.isEmpty();
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
        copy.template = template;
        copy.tally = tally;
        copy.nestings = nestings;
        copy.scope = scope;
        copy.alone = alone;
        copy.needsValues = needsValues;
        copy.path = path;
        copy.required = required;
        copy.watchesMembers = watchesMembers;
        copy.allFieldsAt = allFieldsAt;
        return copy;
    }

    /** The rule of each name, in the order of the grammar. */
    public Map<String, Rule> named() {
        return Collections.unmodifiableMap(keys);
    }

    @Nullable Rule at(JsonCursor at) {
        Lookup made = lookup;
        if (made == null) {
            made = new Lookup(keys);
            lookup = made;
        }
        return made.at(at);
    }

    /** The rule of names that are not listed; null if they are not allowed. */
    public @Nullable Rule others() {
        return others;
    }

    @Nullable Reference otherNames() {
        return otherNames;
    }

    @Nullable Rule instead() {
        return instead;
    }

    /** The rule for elements of an array in the object's place. */
    Rule elements() {
        return elements == null ? this : elements;
    }

    @Nullable Trait trait() {
        return trait;
    }

    /** Whether the object's members decide what is added to it; otherwise the same is added to each such object. */
    boolean watchesMembers() {
        return watchesMembers;
    }

    Required[] required() {
        return required;
    }

    @Override
    public String toString() {
        return "object" + Arrays.toString(keys.keySet().toArray());
    }
}
