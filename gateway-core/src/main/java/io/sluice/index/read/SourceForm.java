package io.sluice.index.read;

/** What is made of a document's source while an answer is read. */
public enum SourceForm {
    /** Nothing; it is not asked for. */
    NONE,
    /** The source in one line, its members in their order, numbers as they are written. */
    LINE,
    /** 16 bytes of the SHA-256 of the source with its members sorted, so that their order does not count. */
    HASH
}
