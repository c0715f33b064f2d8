package io.sluice.filters.tenant.query;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonTemplate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The filter that every query of a tenant gets where the documents of several tenants lie in one index. Immutable. */
public final class TenantQuery {

    /** Where every document of an index is the tenant's. */
    public static final TenantQuery NONE = new TenantQuery(null, null, null);

    private static final JsonTemplate AROUND =
            JsonTemplate.parse("{\"bool\":{\"must\":[@query],\"filter\":[{\"term\":{$field:{\"value\":$tenant}}}]}}");
    private static final JsonTemplate ALONE = JsonTemplate.parse(
            "{\"bool\":{\"must\":[{\"match_all\":{}}],\"filter\":[{\"term\":{$field:{\"value\":$tenant}}}]}}");

    private final @Nullable String field;
    private final JsonEdit.@Nullable Wrap wrap;
    private final @Nullable Json alone;
    private final List<JsonMember> members;

    private TenantQuery(@Nullable String field, JsonEdit.@Nullable Wrap wrap, @Nullable Json alone) {
        this.field = field;
        this.wrap = wrap;
        this.alone = alone;
        this.members = alone == null ? List.of() : List.of(new JsonMember("query", alone));
    }

    /** The filter on a field's value. */
    public static TenantQuery on(String field, String tenant) {
        Map<String, String> values = Map.of("field", field, "tenant", tenant);
        return new TenantQuery(
                field,
                new JsonEdit.Wrap(AROUND.fill(values), JsonEdit.descend()),
                ALONE.fill(values).json());
    }

    JsonEdit.@Nullable Wrap wrap() {
        return wrap;
    }

    List<JsonMember> members() {
        return members;
    }

    @Nullable Json body() {
        return alone == null ? null : Json.parse("{\"query\":" + alone + "}");
    }

    boolean isOwnField(JsonCursor at) {
        return field != null && at.stringIs(field);
    }
}
