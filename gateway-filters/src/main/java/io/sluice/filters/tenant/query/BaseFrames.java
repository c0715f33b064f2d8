package io.sluice.filters.tenant.query;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonTemplate;
import io.sluice.filters.tenant.grammar.Frame;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is put around the documents and the mapping of one of several indices that lie in one, before the names of its fields, and taken
 * off again. Immutable.
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
     * @param base its name
     * @param baseField that has the name
     * @param key the member of the cluster's documents in which the index's own lie
     */
    public BaseFrames(String base, String baseField, String key) {
        this.document = new JsonEdit.Wrap(
                DOCUMENT.fill(Map.of("field", baseField, "base", base, "key", key)), JsonEdit.descend());
        this.mapping = new JsonEdit.Wrap(MAPPING.fill(Map.of("key", key)), JsonEdit.descend());
        this.bare = new JsonEdit.Unwrap(key, NOTHING);
        this.properties = new JsonEdit.Unwrap("properties", NOTHING);
        this.allFields = List.of(new JsonMember("fields", Json.parse("[" + Json.string(key + ".*") + "]")));
        Json prefix = Json.string(key + ".");
        this.fieldName = new JsonEdit.LengthenName(prefix, JsonEdit.descend());
        this.field = new JsonEdit.Lengthen(prefix);
    }

    /** Makes a member's name what the cluster calls the field; null where that is not the same with more before it. */
    @Nullable JsonEdit fieldName(JsonCursor at) {
        return at.nameIs("") || at.nameStartsWith("_") ? null : fieldName;
    }

    /** Makes a string what the cluster calls the field; null where that is not the same with more before it. */
    @Nullable JsonEdit field(JsonCursor at) {
        return at.stringIs("") || at.stringStartsWith("_") ? null : field;
    }

    /** What becomes of an object that is to be put into another, or taken out of one. */
    public JsonEdit edit(Frame as) {
        return switch (as) {
            case DOCUMENT -> document;
            case MAPPING -> mapping;
            case SOURCE, SHOWN_PROPERTIES -> bare;
            case SHOWN_MAPPING -> properties;
            case QUERY, NEIGHBOURS, WORDS, BOUNDS, SCORED_BOUNDS -> JsonEdit.descend();
        };
    }

    /** The fields where none are named. */
    List<JsonMember> allFields() {
        return allFields;
    }
}
