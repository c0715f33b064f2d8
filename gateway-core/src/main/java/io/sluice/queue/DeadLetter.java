package io.sluice.queue;

/**
 * An item that will never succeed as it is.
 *
 * @param status that the server gave it
 * @param result what the server said of it, as JSON where it was
 */
// Letters are kept, never compared.
@SuppressWarnings("ArrayRecordComponent")
record DeadLetter(StoredItem item, int status, byte[] result) {}
