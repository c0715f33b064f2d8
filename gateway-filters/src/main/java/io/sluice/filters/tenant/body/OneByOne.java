package io.sluice.filters.tenant.body;

import io.sluice.api.Json;
import io.sluice.api.JsonMember;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Rule;
import java.util.List;

/**
 * An aggregation that the gateway adds to those of a search on shared indices, and leaves out of the answer. With a {@code sampler} among
 * them no server looks into the segments of a shard side by side. Whether it would, and in how many parts, depends on the documents of all
 * tenants (Elasticsearch from 8.12, OpenSearch 3), and so do counts that are cut to a size, percentiles and the order of hits. Stateless.
 */
public final class OneByOne {

    private static final String NAME = "sluice_one_by_one";
    /** Servers write the kind of an aggregation before its name if asked to. */
    private static final String TYPED = "sampler#" + NAME;

    /** A sampler needs an aggregation below it; this one counts a field that there is not. */
    static final List<JsonMember> MEMBER = List.of(new JsonMember(
            NAME,
            Json.parse("{\"sampler\":{\"shard_size\":1},\"aggs\":{\"none\":{\"value_count\":{\"field\":\"" + NAME
                    + "\"}}}}")));

    private OneByOne() {}

    /** Adds it to a search's aggregations, among which no other may have its name. */
    static ObjectRule addTo(ObjectRule aggregations) {
        return aggregations
                .key(Rule.denied("the gateway adds an aggregation of this name"), NAME)
                .requires(ObjectRule.Required.ONE_BY_ONE);
    }

    /** Whether a text of the server, which may quote the request, has it. */
    public static boolean isQuotedIn(String text) {
        return text.contains(NAME);
    }

    /** Leaves it out of an answer's aggregations. */
    public static ObjectRule hideIn(ObjectRule aggregations) {
        return aggregations.key(Rule.LEFT_OUT, NAME, TYPED);
    }
}
