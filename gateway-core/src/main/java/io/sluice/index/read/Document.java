package io.sluice.index.read;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A document as it was read. Immutable. */
public final class Document {
    /**
     * What stands for a version that was counted beyond the highest number. Servers show a negative one or none then, and take none of
     * these; this one they take in place of no other.
     */
    public static final long NO_VERSION = 0;

    private static final int OVERHEAD = 100;

    private final String id;
    private final @Nullable String routing;
    private final long version;
    private final long seqNo;
    private final long primaryTerm;
    private final byte[] content;

    /**
     * A document.
     *
     * @param routing null if it has none
     * @param content what {@link SourceForm} makes of its source; not changed by anybody afterwards
     */
    public Document(String id, @Nullable String routing, long version, long seqNo, long primaryTerm, byte[] content) {
        this.id = id;
        this.routing = routing;
        this.version = version;
        this.seqNo = seqNo;
        this.primaryTerm = primaryTerm;
        this.content = content;
    }

    /** Its id. */
    public String id() {
        return id;
    }

    /** Its routing; null if it has none. */
    public @Nullable String routing() {
        return routing;
    }

    /** Its version, as the server counts; {@link #NO_VERSION} if that has no number. */
    public long version() {
        return version;
    }

    /** Its last operation's number in its shard. */
    public long seqNo() {
        return seqNo;
    }

    /** The primary term of that operation. */
    public long primaryTerm() {
        return primaryTerm;
    }

    /** What {@link SourceForm} makes of its source; not to be changed. */
    public byte[] content() {
        return content;
    }

    /** Roughly what it takes in a bulk, in bytes. */
    public int weight() {
        return content.length + id.length() + OVERHEAD;
    }

    /** The source as text. */
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }
}
