package io.sluice.bulk.verdict;

import org.jspecify.annotations.Nullable;

/**
 * What an action says about versions, sequence numbers and the like, read as Elasticsearch reads it. Most actions say nothing of
 * the sort. Mutable and reused; for one thread.
 */
public final class BulkControls {

    static final long ANY_VERSION = -3;
    static final long DELETED = -4;
    static final long NO_SEQ_NO = -2;

    private boolean given;
    private long version;
    private VersionType versionType = VersionType.INTERNAL;
    private long ifSeqNo;
    private long ifPrimaryTerm;
    private int retryOnConflict;
    private boolean requireDataStream;
    private @Nullable String templates;
    private boolean emptyType;

    /** How versions are compared. */
    public enum VersionType {
        INTERNAL,
        EXTERNAL,
        EXTERNAL_GTE;

        public static VersionType of(String text) throws Malformed {
            return switch (text) {
                case "internal" -> INTERNAL;
                case "external", "external_gt" -> EXTERNAL;
                case "external_gte" -> EXTERNAL_GTE;
                default -> throw Malformed.argument("No version type match [" + text + "]");
            };
        }

        boolean takes(long version) {
            return this == INTERNAL ? version > 0 || version == ANY_VERSION || version == DELETED : version >= 0;
        }
    }

    public BulkControls() {
        reset();
    }

    /** Begins another action. */
    public void clear() {
        if (given) {
            reset();
        }
    }

    /** Takes over the other's values in place of its own. */
    void copy(BulkControls other) {
        clear();
        if (other.given) {
            given = true;
            version = other.version;
            versionType = other.versionType;
            ifSeqNo = other.ifSeqNo;
            ifPrimaryTerm = other.ifPrimaryTerm;
            retryOnConflict = other.retryOnConflict;
            requireDataStream = other.requireDataStream;
            templates = other.templates;
            emptyType = other.emptyType;
        }
    }

    private void reset() {
        given = false;
        version = ANY_VERSION;
        versionType = VersionType.INTERNAL;
        ifSeqNo = NO_SEQ_NO;
        ifPrimaryTerm = 0;
        retryOnConflict = 0;
        requireDataStream = false;
        templates = null;
        emptyType = false;
    }

    /** Whether the action sets any of these. */
    boolean isGiven() {
        return given;
    }

    public void version(long number) {
        given = true;
        version = number;
    }

    public void versionType(VersionType type) {
        given = true;
        versionType = type;
    }

    /** A sequence number as written; its range is checked later. */
    public void rawSeqNo(long number) {
        given = true;
        ifSeqNo = number;
    }

    public void rawPrimaryTerm(long number) {
        given = true;
        ifPrimaryTerm = number;
    }

    public void ifSeqNo(long number) throws Malformed {
        rawSeqNo(number);
        checkSequence();
    }

    public void ifPrimaryTerm(long number) throws Malformed {
        rawPrimaryTerm(number);
        checkSequence();
    }

    public void retryOnConflict(int times) {
        given = true;
        retryOnConflict = times;
    }

    public void requireDataStream(boolean required) {
        given = true;
        requireDataStream = required;
    }

    /** At least one template is given under this name. */
    public void templates(String key) {
        given = true;
        if (templates == null) {
            templates = key;
        }
    }

    public void emptyType() {
        given = true;
        emptyType = true;
    }

    /** Rejects numbers that no document can have. */
    void checkSequence() throws Malformed {
        if (ifSeqNo < 0 && ifSeqNo != NO_SEQ_NO) {
            throw Malformed.argument("sequence numbers must be non negative. got [" + ifSeqNo + "].");
        }
        if (ifPrimaryTerm < 0) {
            throw Malformed.argument("primary term must be non negative. got [" + ifPrimaryTerm + "]");
        }
    }

    public long version() {
        return version;
    }

    public VersionType versionType() {
        return versionType;
    }

    public long ifSeqNo() {
        return ifSeqNo;
    }

    public long ifPrimaryTerm() {
        return ifPrimaryTerm;
    }

    public int retryOnConflict() {
        return retryOnConflict;
    }

    public boolean requiresDataStream() {
        return requireDataStream;
    }

    /** The name of the field with templates; null if there are none. */
    public @Nullable String templates() {
        return templates;
    }

    public boolean isTypeEmpty() {
        return emptyType;
    }
}
