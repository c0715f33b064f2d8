package io.sluice.index.diff;

import io.sluice.index.read.SourceForm;

/** What of two documents with one id has to be equal. */
public enum Compare {
    /** Nothing more: both have to be there. */
    ID(false, false),
    /** The versions, which needs no sources and is the fastest. */
    VERSION(true, false),
    /** The sources, whatever the order of members. */
    SOURCE(false, true),
    /** Both. */
    BOTH(true, true);

    private final boolean versions;
    private final boolean sources;

    Compare(boolean versions, boolean sources) {
        this.versions = versions;
        this.sources = sources;
    }

    /** Whether versions have to be equal. */
    public boolean versions() {
        return versions;
    }

    /** Whether the sources have to be equal. */
    public boolean sources() {
        return sources;
    }

    SourceForm form() {
        return sources ? SourceForm.HASH : SourceForm.NONE;
    }

    boolean equal(Entry a, Entry b) {
        return (!versions || a.version() == b.version()) && (!sources || a.high() == b.high() && a.low() == b.low());
    }
}
