package io.sluice.filters.queryguard;

/** The queries of Elasticsearch 7 to 9 and OpenSearch 2 and 3. Used once, while the places are made. */
final class QueryPlaces {

    private static final String EXPANSIONS = "max_expansions";

    private final Places places;
    private final Place anyCase;
    private final Place matched;

    QueryPlaces(Places places) {
        this.places = places;
        this.anyCase = places.role(Role.ANY_CASE);
        this.matched = places.role(Role.MATCHED);
    }

    void fill(Place query) {
        leaves(query);
        texts(query);
        compounds(query);
        scores(query);
        spans(query);
        query.to(intervals(), "intervals").to(places.neighbours(), "knn");
        query.to(places.unreadable(), "wrapper", "template", "agentic").to(places.role(Role.KQL), "kql");
    }

    private Place others(Role role, Place others) {
        return places.made(new Place(role, others)).to(places.name(), "_name");
    }

    /** A place of which members say how many clauses must match, and how many words a prefix or a fuzzy one becomes. */
    private Place counting(Role role) {
        return others(role, places.skipped())
                .to(places.minimum(), Places.MINIMUM)
                .to(places.amount(), "fuzzy_max_expansions", EXPANSIONS);
    }

    /** A query whose members are fields, each with a value or an object that has it. */
    private Place ofField(Place value, String... valueNames) {
        Place field =
                others(value.role(), places.skipped()).to(value, valueNames).to(anyCase, "case_insensitive");
        return places.named(field);
    }

    private void leaves(Place query) {
        Place skipped = places.skipped();
        Place names = places.role(Role.NAMES);
        Place inLeaf =
                others(Role.PLAIN, skipped).to(places.role(Role.WORD), "value").to(anyCase, "case_insensitive");
        query.to(others(Role.PLAIN, inLeaf).to(others(Role.NAMES, names), "_index"), "term")
                .to(others(Role.PLAIN, skipped).to(names, "field"), "exists")
                .to(counting(Role.PLAIN).to(names, "fields").to(matched, "query"), "combined_fields");
        Place leaf = others(Role.PLAIN, inLeaf);
        query.to(others(Role.PLAIN, inLeaf).to(places.minimum(), Places.MINIMUM), "more_like_this");
        query.to(leaf, "match_all", "match_none")
                .to(leaf, "distance_feature", "rank_feature", "parent_id", "type")
                .to(
                        skipped,
                        "geo_distance",
                        "geo_grid",
                        "semantic",
                        "sparse_vector",
                        "text_expansion",
                        "weighted_tokens",
                        "percolate");
        Place inShape = places.made(new Place(Role.IN_SHAPE));
        Place onPlane = places.made(new Place(Role.SHAPE, inShape));
        Place shaped = others(Role.PLAIN, skipped).to(onPlane, "shape");
        query.to(places.named(shaped), "shape", "xy_shape");
        query.to(inShape, "geo_bounding_box", "geo_polygon");
        Place onGlobe = places.made(new Place(Role.GLOBE_SHAPE)).to(skipped, "radius", "crs");
        query.to(places.named(others(Role.PLAIN, skipped).to(onGlobe, "shape")), "geo_shape");
        query.to(ofField(places.role(Role.PATTERN), "value", "wildcard", "query"), "wildcard");
        query.to(ofField(places.role(Role.PREFIX), "value", "prefix"), "prefix");
        Place field = others(Role.PLAIN, skipped).to(places.amount(), "format", "max_determinized_states");
        Place expression = places.role(Role.EXPRESSION);
        Place expressed =
                others(Role.EXPRESSION, skipped).to(expression, "value").to(places.amount(), "max_determinized_states");
        query.to(places.named(field), "range").to(others(Role.REGEXP, expressed), "regexp");
        Place fuzzyWord = places.role(Role.FUZZY_WORD);
        Place fuzzy =
                others(Role.FUZZY_WORD, skipped).to(fuzzyWord, "value", "term").to(places.amount(), EXPANSIONS);
        query.to(places.made(new Place(Role.FUZZY, fuzzy)), "fuzzy");
        Place values = places.values();
        // OpenSearch 3 takes values from the documents that a query finds, whatever the field is called.
        Place wanted = places.made(new Place(Role.VALUES)).to(query, "query");
        Place type = places.role(Role.VALUE_TYPE).elements(values).to(query, "query");
        query.to(
                        places.made(new Place(Role.PLAIN, wanted))
                                .to(type, "value_type")
                                .to(places.role(Role.NAME).to(query, "query"), "_name")
                                .to(places.role(Role.NAMES_OF_INDICES).to(query, "query"), "_index"),
                        "terms")
                .to(values, "ids");
        Place set = others(Role.PLAIN, places.skipped())
                .to(values, "terms")
                .to(places.script(), "minimum_should_match_script");
        query.to(places.named(set), "terms_set");
        query.to(places.made(new Place(Role.NO_NULLS, places.unknown())).toAllOf(places.scripted()), "script");
    }

    private void texts(Place query) {
        Place fuzziness = places.role(Role.FUZZINESS);
        Place match = counting(Role.MATCHED).to(matched, "query").to(fuzziness, "fuzziness");
        query.to(places.named(match).to(places.role(Role.NAMES), "_index"), "match")
                .to(places.named(match), "match_phrase", "common");
        Place word = places.role(Role.LAST_WORD);
        Place lastWord = counting(Role.LAST_WORD).to(word, "query").to(fuzziness, "fuzziness");
        query.to(places.named(lastWord), "match_phrase_prefix", "match_bool_prefix");
        query.to(
                counting(Role.MULTI_MATCH)
                        .to(places.role(Role.MULTI_TEXT), "query")
                        .to(places.role(Role.MULTI_TYPE), "type")
                        .to(places.role(Role.NAMES), "fields")
                        .to(fuzziness, "fuzziness"),
                "multi_match");
        query.to(
                counting(Role.PLAIN)
                        .to(places.role(Role.TEXT), "query")
                        .to(places.role(Role.TEXT_TYPE), "type")
                        .to(places.role(Role.NAMES), "fields", "default_field")
                        .to(places.amount(), "max_determinized_states"),
                "query_string");
        query.to(
                counting(Role.PLAIN)
                        .to(places.role(Role.SIMPLE_TEXT), "query")
                        .to(places.role(Role.SIMPLE_FLAGS), "flags")
                        .to(places.role(Role.NAMES), "fields"),
                "simple_query_string");
    }

    private void compounds(Place query) {
        Place bool = places.plain().to(places.minimum(), Places.MINIMUM);
        query.to(bool.to(query, "must", "filter", "should", "must_not", "mustNot"), "bool");
        Place compound = places.plain()
                .to(query, "positive", "negative", "filter", "query", "queries", "organic")
                .to(places.innerHits(), "inner_hits");
        query.to(compound, "boosting", "constant_score", "dis_max", "nested", "has_child", "has_parent", "hybrid");
        query.to(compound, "pinned", "rule", "rule_query", "indices");
    }

    private void scores(Place query) {
        Place function = places.plain()
                .to(query, "query", "filter")
                .to(places.scripted(), "script_score")
                .to(places.skipped(), "gauss", "exp", "linear", "random_score", "field_value_factor");
        query.to(function.to(function, "functions"), "function_score");
        query.to(places.plain().to(query, "query").to(places.script(), "script"), "script_score");
    }

    private void spans(Place query) {
        Place span = places.plain()
                .to(query, "match", "query", "clauses", "include", "exclude", "little", "big")
                .to(places.skipped(), "field");
        query.to(span, "span_multi", "span_first", "span_near", "span_or", "span_not", "span_containing")
                .to(span, "span_within", "span_field_masking", "field_masking_span")
                .to(others(Role.PLAIN, others(Role.PLAIN, places.skipped())), "span_term", "span_gap");
    }

    private Place intervals() {
        Place skipped = places.skipped();
        Place source = places.made(new Place(Role.INTERVALS, places.unknown())).to(places.name(), "_name");
        Place filter = others(Role.PLAIN, source).to(places.script(), "script");
        source.to(others(Role.PLAIN, skipped).to(filter, "filter").to(matched, "query"), "match")
                .to(others(Role.PLAIN, skipped).to(places.role(Role.PREFIX), "prefix"), "prefix")
                .to(
                        others(Role.PLAIN, skipped)
                                .to(places.role(Role.PATTERN), "pattern")
                                .to(places.amount(), EXPANSIONS),
                        "wildcard")
                .to(
                        places.made(new Place(Role.REGEXP, skipped))
                                .to(places.role(Role.EXPRESSION), "pattern")
                                .to(places.amount(), EXPANSIONS),
                        "regexp")
                .to(places.made(new Place(Role.FUZZY, skipped)).to(places.role(Role.FUZZY_WORD), "term"), "fuzzy")
                .to(skipped, "range");
        source.to(places.plain().to(source, "intervals").to(filter, "filter"), "all_of", "any_of");
        return places.named(source);
    }
}
