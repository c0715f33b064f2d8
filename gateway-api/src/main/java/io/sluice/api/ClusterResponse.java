package io.sluice.api;

/**
 * What a cluster answered a request of the gateway's own, as it came.
 *
 * @param status the HTTP status
 * @param body empty if there is none; not to be changed
 */
// Answers are read, never compared as values.
@SuppressWarnings("ArrayRecordComponent")
public record ClusterResponse(int status, byte[] body) {

    /** Whether the status is 200 to 299. */
    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }
}
