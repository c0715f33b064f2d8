package io.sluice.plugins.diskqueue;

/**
 * What stands before each payload.
 *
 * @param lane 0 for commits and the index
 * @param length of the payload in bytes
 * @param sequence the record's number in its lane, from 1, without gaps; 0 for commits and the index
 * @param time when it was appended, milliseconds since 1970
 * @param payloadCrc CRC32C of the payload
 */
record RecordHeader(RecordKind kind, int lane, int length, long sequence, long time, int payloadCrc) {

    static final int BYTES = 32;

    /** Where the next header begins, if this one begins at the offset. */
    long endAt(long offset) {
        return offset + BYTES + length;
    }
}
