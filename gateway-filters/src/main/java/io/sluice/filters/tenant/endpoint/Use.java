package io.sluice.filters.tenant.endpoint;

/** What becomes of a URL parameter. */
public enum Use {
    /** Sent as it came. */
    COPIED("sent as it is"),
    /** Only {@code json} may be asked for. */
    JSON_ONLY("only `json`"),
    /** Only {@code false} may be asked for. */
    FALSE_ONLY("only `false`"),
    /** Only {@code true} may be asked for. */
    TRUE_ONLY("only `true`"),
    /** Names fields, of which {@code _index} must not be one. */
    FIELDS("names fields"),
    /** The id of a scroll. */
    SCROLL("opened, see handles");

    private final String label;

    Use(String label) {
        this.label = label;
    }

    /** For documentation. */
    public String label() {
        return label;
    }
}
