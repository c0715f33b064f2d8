package io.sluice.api;

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
    SOURCE("_source");

    private final String key;

    BulkField(String key) {
        this.key = key;
    }

    /** The member's name on the line. */
    public String key() {
        return key;
    }
}
