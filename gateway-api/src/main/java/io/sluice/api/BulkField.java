package io.sluice.api;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The metadata that a bulk action line may carry. */
public enum BulkField {
    INDEX("_index"),
    TYPE("_type"),
    ID("_id"),
    ROUTING("routing"),
    PIPELINE("pipeline"),
    OP_TYPE("op_type"),
    VERSION("version"),
    VERSION_TYPE("version_type"),
    IF_SEQ_NO("if_seq_no"),
    IF_PRIMARY_TERM("if_primary_term"),
    RETRY_ON_CONFLICT("retry_on_conflict"),
    REQUIRE_ALIAS("require_alias"),
    REQUIRE_DATA_STREAM("require_data_stream"),
    LIST_EXECUTED_PIPELINES("list_executed_pipelines"),
    DYNAMIC_TEMPLATES("dynamic_templates"),
    DYNAMIC_TEMPLATE_PARAMS("dynamic_template_params"),
    SOURCE("_source");

    private static final Map<String, BulkField> BY_KEY =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(BulkField::key, Function.identity()));

    private final String key;

    BulkField(String key) {
        this.key = key;
    }

    /** The member's name on the line. */
    public String key() {
        return key;
    }

    /** The field with this name; null if there is none. */
    public static @Nullable BulkField ofKey(String key) {
        return BY_KEY.get(key);
    }
}
