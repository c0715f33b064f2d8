package io.sluice.filters.tenant.member;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonSplice;
import io.sluice.api.JsonTemplate;
import io.sluice.filters.tenant.grammar.Frame;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Wraps documents and mappings of one index of a nested layout, prefixes its field names, and removes both again.
 * Immutable.
 */
public final class BaseFrames {

    private static final JsonTemplate DOCUMENT = JsonTemplate.parse("{$field:$base,$key:@document}");
    private static final JsonTemplate MAPPING = JsonTemplate.parse("{\"properties\":{$key:@mapping}}");
    private static final Json NOTHING = Json.parse("{}");

    private final JsonEdit document;
    private final JsonEdit mapping;
    private final JsonEdit bare;
    private final JsonEdit properties;
    private final List<JsonMember> allFields;
    private final JsonEdit fieldName;
    private final JsonEdit field;

    /**
     * Makes the frames of an index.
     *
     * @param base name of the index
     * @param baseField field that holds the name
     * @param key member of the cluster's documents that holds the index's own documents
     */
    public BaseFrames(String base, String baseField, String key) {
        this.document = new JsonEdit.Wrap(
                DOCUMENT.fill(Map.of("field", baseField, "base", base, "key", key)), JsonEdit.descend());
        this.mapping = new JsonEdit.Wrap(MAPPING.fill(Map.of("key", key)), JsonEdit.descend());
        this.bare = new JsonSplice.Unwrap(key, NOTHING);
        this.properties = new JsonSplice.Unwrap("properties", NOTHING);
        this.allFields = List.of(new JsonMember("fields", Json.parse("[" + Json.string(key + ".*") + "]")));
        Json prefix = Json.string(key + ".");
        this.fieldName = new JsonSplice.LengthenName(prefix, JsonEdit.descend());
        this.field = new JsonSplice.Lengthen(prefix);
    }

    /** The edit that prefixes a member's name with the key; null if the physical name is not the prefixed one. */
    public @Nullable JsonEdit fieldName(JsonCursor at) {
        return at.nameIs("") || at.nameStartsWith("_") ? null : fieldName;
    }

    /** The edit that prefixes a field name in a string; null if the physical name is not the prefixed one. */
    public @Nullable JsonEdit field(JsonCursor at) {
        return at.stringIs("") || at.stringStartsWith("_") ? null : field;
    }

    /** The edit that wraps or unwraps an object. */
    public JsonEdit edit(Frame as) {
        return switch (as) {
            case DOCUMENT -> document;
            case MAPPING -> mapping;
            case SOURCE, SHOWN_PROPERTIES -> bare;
            case SHOWN_MAPPING -> properties;
            case QUERY, NEIGHBOURS, RESCORED, WORDS, BOUNDS, SCORED_BOUNDS -> JsonEdit.descend();
        };
    }

    /** The fields to search if none are named. */
    public List<JsonMember> allFields() {
        return allFields;
    }
}
