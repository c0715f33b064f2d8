package io.sluice.bulk.answer;

/** The members of a bulk's answer before its items. */
public enum HeadMember {
    TOOK("took"),
    ERRORS("errors"),
    INGEST_TOOK("ingest_took");

    private final String key;

    HeadMember(String key) {
        this.key = key;
    }

    /** The member's name. */
    public String key() {
        return key;
    }
}
