package io.sluice.dist;

/**
 * One request of the test of equivalence, the same for gateway and server.
 *
 * @param endpoint its row in the filter's table: methods and path
 * @param total whether the answer's hits can stand in one order only
 * @param draws whether the server draws the ids of documents
 */
record EqualRequest(String endpoint, String method, String target, String body, boolean total, boolean draws) {

    EqualRequest(String endpoint, String method, String target, String body) {
        this(endpoint, method, target, body, true, false);
    }

    @Override
    public String toString() {
        return method + " " + target + (body.isEmpty() ? "" : " " + body);
    }
}
