package io.sluice.bulk.answer;

/** The members of an item's result that can be asked for one by one. */
enum ItemField {
    ERROR("error"),
    STATUS("status"),
    ID("_id"),
    INDEX("_index");

    private final String path;
    private final String key;

    ItemField(String key) {
        this.path = "items.*." + key;
        this.key = key;
    }

    /** How {@code filter_path} names it. */
    String path() {
        return path;
    }

    /** The member's name. */
    String key() {
        return key;
    }
}
