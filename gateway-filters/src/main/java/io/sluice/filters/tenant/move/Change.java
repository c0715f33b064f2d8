package io.sluice.filters.tenant.move;

/** A write of one document, on a condition. Sent, never compared by its source. */
@SuppressWarnings("ArrayRecordComponent")
sealed interface Change {

    DocumentName name();

    /** Unless the document has a higher version, or was deleted with one. */
    record PutVersion(DocumentName name, byte[] source, long version) implements Change {}

    /** If the document is still in that state. */
    record PutOver(DocumentName name, byte[] source, Copy present) implements Change {}

    /** If the document is not there, whatever its version was. */
    record Create(DocumentName name, byte[] source) implements Change {}

    /** If the document is still in that state. */
    record Delete(DocumentName name, Copy present) implements Change {}
}
