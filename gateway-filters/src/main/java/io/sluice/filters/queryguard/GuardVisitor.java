package io.sluice.filters.queryguard;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.filters.search.AggregationLevels;
import io.sluice.filters.search.Bound;
import io.sluice.filters.search.DateFormats;
import io.sluice.filters.search.NamePatterns;
import io.sluice.filters.search.Nesting;
import io.sluice.filters.search.Nestings;
import io.sluice.filters.search.SearchBounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Judges one search while it streams. Each value that stands anywhere is judged, so neither the order of members nor a name that stands
 * twice hides one. For one body; on its exchange's event loop.
 */
final class GuardVisitor implements JsonVisitor {

    private static final int DEPTH = 24;
    private static final long BUCKETS_OF_GRIDS = 10_000;

    private final Place root;
    private final Judge judge;
    private final Page page;
    private final boolean search;
    private final Texts texts;
    private final Nestings nestings = new Nestings();
    private IndexExpression indices = IndexExpression.NOTHING;
    private Place[] open = new Place[DEPTH];
    private boolean[] arrays = new boolean[DEPTH];
    private int[] queries = new int[DEPTH];
    private int[] levels = new int[DEPTH];
    /** Whether the aggregation at a depth has said how many buckets it wants. */
    private boolean[] sized = new boolean[DEPTH];

    /** With the terms of query strings. */
    private int clauses;

    private final AmountCounts amounts;

    private int aggregations;
    /** The characters of what the answer repeats. */
    private int meta;

    private int named;

    /** The characters of formats of dates, as they count. */
    private int formats;

    private boolean listed;

    /**
     * Makes the visitor of one body.
     *
     * @param page with what the URL says of it
     * @param search whether it is a search that gets a timeout and a size if it has none within the limits
     */
    GuardVisitor(Place root, Judge judge, Page page, boolean search) {
        this.root = root;
        this.judge = judge;
        this.page = page;
        this.search = search;
        this.texts = new Texts(judge, page.work());
        this.amounts = new AmountCounts(judge);
    }

    static @Nullable JsonEdit edit(@Nullable Reply refusal) {
        return refusal == null ? null : new JsonEdit.Refuse(refusal);
    }

    /** The indices that the body has named so far, if a rule is about them; null if it has no list of them. */
    @Nullable IndexExpression indices() {
        return listed ? indices.meant() : null;
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        int depth = at.depth();
        Place place = root;
        int queriesAround = 0;
        int levelsAround = 0;
        JsonEdit wrong = null;
        if (depth > 0) {
            Place parent = open[depth - 1];
            boolean element = arrays[depth - 1];
            place = element ? parent.element() : parent.member(at);
            queriesAround = queries[depth - 1];
            levelsAround = levels[depth - 1];
            if (!element) {
                wrong = ofMember(parent, at);
            }
            if (!element && parent.role() == Role.QUERY) {
                queriesAround++;
                wrong = wrong == null ? counted(queriesAround, Amount.OF_QUERIES, at) : wrong;
            }
            if (!element && parent.role() == Role.INTERVALS && at.kind().isContainer()) {
                wrong = wrong == null ? counted(queriesAround, Amount.OF_SOURCES, at) : wrong;
            }
            if (!element && place.role() == Role.AGGREGATION_LEVEL && at.kind() == JsonKind.OBJECT) {
                levelsAround++;
                wrong = wrong == null ? judge.refusing(Kind.AGGREGATION_DEPTH, levelsAround, at) : wrong;
            }
        }
        wrong = wrong == null ? beyond(place.role(), at) : wrong;
        JsonEdit edit = wrong == null ? judged(place, at) : wrong;
        if (edit != null) {
            return edit;
        }
        if (!at.kind().isContainer() || isOfNoInterest(place, at)) {
            return JsonEdit.verbatim();
        }
        enter(place, at, queriesAround, levelsAround);
        return JsonEdit.descend();
    }

    private @Nullable JsonEdit type(Place parent, JsonCursor at) {
        if (!judge.watches(Kind.TYPES)) {
            return null;
        }
        // A name is taken for what it may be where nothing is known of what is around it.
        boolean any = Places.ALL.isUnknown(parent);
        Reply refusal = null;
        if (any || parent.role() == Role.QUERY) {
            refusal = judge.type(GuardRule.Types::queries, at.name(), at::place);
        }
        if (refusal == null && (any || parent.role() == Role.AGGREGATION || parent.role() == Role.SOURCE)) {
            refusal = judge.type(GuardRule.Types::aggregations, at.name(), at::place);
        }
        return edit(refusal);
    }

    private @Nullable JsonEdit ofMember(Place parent, JsonCursor at) {
        if (parent.role() == Role.NO_NULLS && at.kind() == JsonKind.NULL) {
            return edit(judge.missing(at::place));
        }
        if (parent.role() == Role.AGGREGATION && judge.watches(Kind.AMOUNTS)) {
            Nesting exceeded = nestings.exceeded(at.depth() - 1, at);
            JsonEdit refusal = exceeded == null ? null : edit(judge.beyond("among " + exceeded.text(), at::place));
            return refusal == null ? type(parent, at) : refusal;
        }
        if (parent.role() == Role.SUGGESTION_LEVEL && at.kind() == JsonKind.OBJECT) {
            JsonEdit refusal = texts.suggestion(at);
            return refusal == null ? type(parent, at) : refusal;
        }
        Bound bound = switch (parent.role()) {
            case BY_NAME -> NamePatterns.NAMES;
            case AGGREGATION_LEVEL, BY_REPEATED -> SearchBounds.REPEATED;
            default -> null;
        };
        if (bound == null || !judge.watches(Kind.AMOUNTS) || bound.within().test(String.valueOf(at.name()))) {
            return type(parent, at);
        }
        JsonEdit refusal = edit(judge.beyond("a name with " + bound.text(), at::place));
        return refusal == null ? type(parent, at) : refusal;
    }

    private @Nullable JsonEdit meta(JsonCursor at) {
        if (!judge.watches(Kind.AMOUNTS)) {
            return null;
        }
        String name = at.name();
        meta += name == null ? 1 : name.length();
        meta += at.kind().isContainer() ? 1 : at.text().length();
        return meta <= SearchBounds.MOST_META
                ? null
                : edit(judge.beyond("of at most " + SearchBounds.MOST_META + " characters", () -> "[meta]"));
    }

    private @Nullable JsonEdit name(JsonCursor at) {
        if (!judge.watches(Kind.AMOUNTS) || at.kind().isContainer()) {
            return null;
        }
        named += Math.max(SearchBounds.LEAST_NAMED, at.text().length());
        return named <= SearchBounds.MOST_NAMED ? null : edit(judge.beyond("of " + SearchBounds.NAMED, at::place));
    }

    private @Nullable JsonEdit beyond(Role role, JsonCursor at) {
        if (!judge.watches(Kind.AMOUNTS) || at.kind().isContainer() || at.kind() == JsonKind.NULL) {
            return null;
        }
        Bound bound = role.bound(at.name());
        if (bound != null && !bound.within().test(at.text())) {
            return edit(judge.beyond(bound.text(), at::place));
        }
        return DateFormats.BOUND.equals(bound) ? format(at) : null;
    }

    private @Nullable JsonEdit format(JsonCursor at) {
        formats += DateFormats.size(at.text());
        return formats <= DateFormats.MOST_TOGETHER
                ? null
                : edit(judge.beyond("of " + DateFormats.TOGETHER, at::place));
    }

    private boolean isOfNoInterest(Place place, JsonCursor at) {
        boolean list = place.role() == Role.VALUES && at.kind() == JsonKind.ARRAY;
        return place.role() == Role.SKIPPED || list && !judge.watches(Kind.TERMS);
    }

    private void enter(Place place, JsonCursor at, int queriesAround, int levelsAround) {
        int depth = at.depth();
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
            arrays = Arrays.copyOf(arrays, depth * 2);
            queries = Arrays.copyOf(queries, depth * 2);
            levels = Arrays.copyOf(levels, depth * 2);
            sized = Arrays.copyOf(sized, depth * 2);
        }
        open[depth] = place;
        arrays[depth] = at.kind() == JsonKind.ARRAY;
        queries[depth] = queriesAround;
        levels[depth] = levelsAround;
        sized[depth] = false;
        if (place.role() == Role.AGGREGATION && at.kind() == JsonKind.OBJECT) {
            nestings.open(depth, AggregationLevels.all());
        }
    }

    // A query within a query has its name as the only member.
    private @Nullable JsonEdit counted(int deep, Map<String, Amount> named, JsonCursor at) {
        clauses++;
        JsonEdit beyond = amounts.query(named, at);
        if (beyond != null) {
            return beyond;
        }
        JsonEdit tooMany = judge.refusing(Kind.CLAUSES, clauses, at);
        return tooMany == null ? judge.refusing(Kind.QUERY_DEPTH, deep, at) : tooMany;
    }

    /** What becomes of a value for what it is; null if it is kept and its inside is looked at. */
    private @Nullable JsonEdit judged(Place place, JsonCursor at) {
        return switch (place.role()) {
            case PLAIN,
                    SKIPPED,
                    INTERVALS,
                    AGGREGATION_LEVEL,
                    SOURCE,
                    GRID,
                    AMOUNT,
                    MINIMUM,
                    SUGGESTIONS,
                    COMPLETIONS,
                    SUGGESTION_LEVEL,
                    CORRECTIONS,
                    WORDS_OF_PHRASE,
                    ERRORS,
                    NAMES,
                    BY_NAME,
                    NO_NULLS,
                    REPEATED,
                    TAG,
                    BY_REPEATED -> null;
            // A retriever may have a text there.
            case QUERY -> at.kind() == JsonKind.STRING ? text(Role.MATCHED, at) : null;
            case META -> meta(at);
            case POINTS -> at.kind().isContainer() ? null : amounts.more(Amount.POINTS, at);
            case OF_MATRIX -> at.kind().isContainer() ? null : amounts.more(Amount.OF_MATRICES, at);
            case NEIGHBOURS -> at.kind() == JsonKind.OBJECT ? amounts.more(Amount.NEIGHBOURS, at) : null;
            case IN_SHAPE, SHAPE, GLOBE_SHAPE -> at.kind().isContainer() ? null : amounts.corner(at);
            case INNER_HITS -> at.kind() == JsonKind.OBJECT ? amounts.more(Amount.INNER_HITS, at) : null;
            case PHRASE -> at.kind() == JsonKind.OBJECT ? amounts.more(Amount.PHRASES, at) : null;
            case NAME -> name(at);
            case AGGREGATION -> at.kind() == JsonKind.OBJECT ? aggregation(at) : null;
            case SCRIPT -> script(at);
            case SCRIPT_SOURCE -> edit(judge.script(null, at::place));
            case SCRIPT_ID -> at.kind().isContainer() ? null : edit(judge.script(at.text(), at::place));
            case REGEXP -> {
                JsonEdit refusal = judge.refusing(Kind.REGEXPS, 1, at);
                yield refusal != null || at.kind().isContainer() ? refusal : text(Role.EXPRESSION, at);
            }
            case FUZZY -> judge.refusing(Kind.FUZZY, 1, at);
            case UNREADABLE -> unreadable(at);
            case KQL -> Kind.OF_KQL.stream().anyMatch(judge::watches) ? unreadable(at) : null;
            // One that has a name is stored, so the operator's.
            case PIPELINE -> at.kind().isContainer() ? unreadable(at) : null;
            case MULTI_MATCH -> {
                texts.enterMultiMatch();
                yield null;
            }
            case VALUES, NAMES_OF_INDICES -> value(at);
            case VALUE_TYPE -> at.kind().isContainer() ? null : valueType(at);
            case INDICES -> index(at);
            case SIZE, BATCH, FROM, BUCKETS, SAMPLED -> at.kind().isContainer() ? null : number(place.role(), at);
            case TIMEOUT, KEEP_ALIVE -> at.kind().isContainer() ? null : time(place.role(), at);
            default -> at.kind().isContainer() ? null : text(place.role(), at);
        };
    }

    private @Nullable JsonEdit unreadable(JsonCursor at) {
        return edit(judge.unreadable(() -> at.place() + " hides what is searched"));
    }

    private @Nullable JsonEdit aggregation(JsonCursor at) {
        aggregations++;
        return judge.refusing(Kind.AGGREGATIONS, aggregations, at);
    }

    private @Nullable JsonEdit text(Role role, JsonCursor at) {
        JsonEdit edit = texts.judged(role, at);
        int terms = texts.takeTerms();
        // The query itself is counted already, and is one of its terms.
        clauses += Math.max(0, terms - 1);
        return edit != null || terms < 2 ? edit : judge.refusing(Kind.CLAUSES, clauses, at);
    }

    // Only the inside of an object tells whether it names a stored script.
    private @Nullable JsonEdit script(JsonCursor at) {
        boolean mayBeAllowed = at.kind() == JsonKind.OBJECT && judge.mayAllowScripts();
        return mayBeAllowed ? null : edit(judge.script(null, at::place));
    }

    private @Nullable JsonEdit value(JsonCursor at) {
        return at.depth() > 0 && arrays[at.depth() - 1] ? judge.refusing(Kind.TERMS, at.index() + 1L, at) : null;
    }

    // OpenSearch reads any number of values from one text.
    private @Nullable JsonEdit valueType(JsonCursor at) {
        return judge.watches(Kind.TERMS) && at.text().equalsIgnoreCase("bitmap")
                ? edit(judge.unreadable(() -> "the values of a [bitmap] are not counted, at " + at.place()))
                : null;
    }

    private @Nullable JsonEdit index(JsonCursor at) {
        listed = true;
        if (at.kind().isContainer() || !judge.watches(Kind.INDICES)) {
            return null;
        }
        indices = indices.with(at.text());
        return edit(judge.indices(indices.meant()));
    }

    private @Nullable JsonEdit number(Role role, JsonCursor at) {
        Kind kind = role == Role.BUCKETS || role == Role.SAMPLED ? Kind.BUCKETS : Kind.SIZE;
        if (!judge.watches(kind) && !judge.watches(Kind.WINDOW)) {
            return null;
        }
        long value;
        try {
            value = at.asLong();
        } catch (IllegalArgumentException e) {
            return edit(judge.unreadable(() -> "a number is expected at " + at.place()));
        }
        if (role == Role.BUCKETS && at.depth() > 0) {
            sized[at.depth() - 1] |= "size".equals(at.name());
        }
        // Inner hits have pages of their own.
        Page paged = at.depth() == 1 ? page : new Page(judge);
        if (role == Role.FROM) {
            return edit(paged.from(value, at::place));
        }
        value = role == Role.SIZE ? Page.meant(value) : value;
        JsonEdit refusal = judge.refusing(kind, value, at);
        long sent = judge.capped(kind, value);
        if (refusal == null && role == Role.SIZE) {
            refusal = edit(paged.size(sent, at::place));
        }
        return refusal != null || sent == value ? refusal : new JsonEdit.Replace(Json.number(sent));
    }

    private @Nullable JsonEdit time(Role role, JsonCursor at) {
        Kind kind = role == Role.TIMEOUT ? Kind.TIMEOUT : Kind.KEEP_ALIVE;
        if (role == Role.TIMEOUT) {
            page.timed();
        }
        if (!judge.watches(kind)) {
            return null;
        }
        long value;
        try {
            value = Times.millis(at.text());
        } catch (IllegalArgumentException e) {
            return edit(judge.unreadable(() -> e.getMessage() + ", at " + at.place()));
        }
        JsonEdit refusal = judge.refusing(kind, value, at);
        long sent = judge.capped(kind, value);
        return refusal != null || sent == value ? refusal : new JsonEdit.Replace(Json.string(sent + "ms"));
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        if (at.depth() > 0) {
            nestings.close(at.depth());
            return open[at.depth()].role() == Role.GRID && !sized[at.depth()] ? missingBuckets() : List.of();
        }
        return search ? missing() : List.of();
    }

    private List<JsonMember> missingBuckets() {
        long most = judge.enforced(Kind.BUCKETS);
        return most < BUCKETS_OF_GRIDS ? List.of(new JsonMember("size", Json.number(most))) : List.of();
    }

    private List<JsonMember> missing() {
        List<JsonMember> missing = new ArrayList<>();
        JsonMember size = page.rest();
        if (size != null) {
            missing.add(size);
        }
        long timeout = judge.enforced(Kind.TIMEOUT);
        if (!page.isTimed() && timeout != Long.MAX_VALUE) {
            missing.add(new JsonMember("timeout", Json.string(timeout + "ms")));
        }
        return missing;
    }

    @Override
    public @Nullable Json onEmptyBody() {
        List<JsonMember> missing = search ? missing() : List.of();
        return missing.isEmpty()
                ? null
                : Json.parse(missing.stream()
                        .map(member -> Json.string(member.name()) + ":" + member.value())
                        .collect(Collectors.joining(",", "{", "}")));
    }
}
