package io.sluice.filters.tenant.body;

import io.sluice.api.Json;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonTemplate;
import java.util.Map;

/** Edits by which a prefix stands for all terms that begin so: the first few would be chosen among those of all tenants' documents. */
final class TermExpansions {

    private static final Json MOST = Json.number(Integer.MAX_VALUE);

    /** In place of how many terms a prefix may stand for. */
    static final JsonEdit ALL = new JsonEdit.Replace(MOST);

    /** Around a text whose last word may be the beginning of one. */
    static final JsonEdit AROUND_TEXT =
            new JsonEdit.Wrap(JsonTemplate.parse("{\"query\":@text,\"max_expansions\":" + MOST + "}")
                    .fill(Map.of()));

    private TermExpansions() {}
}
