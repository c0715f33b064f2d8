package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;

/** Where the tests of the server's own suite send their requests: a server, or a gateway before it as a tenant. */
interface SuiteSide {

    /** An answer; its body as it came. */
    record Answer(int status, String body, String contentType, java.util.List<String> warnings) {}

    /** Sends a request; the line is its method and its target. */
    Answer send(String line, String body, boolean lines, Map<String, String> headers)
            throws IOException, InterruptedException;

    /** Makes an index where tests do not do that themselves; returns null where they do. */
    default Answer created(String index, JsonNode body) throws IOException, InterruptedException {
        return null;
    }

    /** Makes what an operator has made before a test begins. */
    void prepare() throws IOException, InterruptedException;
}
