package io.sluice.upstream;

import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Knows the refusals after which a node may answer nothing more on a connection, although it says that it keeps it. Elasticsearch 7.17
 * does so where the head is longer than {@code http.max_header_size}, as Netty's decoder drops all that follows a head that it gave up;
 * and where a header such as {@code X-Opaque-Id} comes twice with different values.
 */
final class UnusualHead {
    /** A quarter of the shortest limit that servers have by default, since operators may set lower ones. */
    private static final int USUAL_BYTES = 2 * 1024;

    private static final Set<Integer> REFUSALS = Set.of(400, 413, 414, 431);

    private UnusualHead() {}

    /** Whether the answer may be the last one on its connection. */
    static boolean mayHaveEnded(HttpRequest request, HttpResponse answer) {
        return REFUSALS.contains(answer.status().code()) && (isLong(request) || repeatsName(request));
    }

    private static boolean isLong(HttpRequest request) {
        long bytes = request.uri().length();
        for (Map.Entry<String, String> header : request.headers()) {
            bytes += header.getKey().length() + header.getValue().length();
        }
        return bytes > USUAL_BYTES;
    }

    private static boolean repeatsName(HttpRequest request) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (Map.Entry<String, String> header : request.headers()) {
            if (!names.add(header.getKey())) {
                return true;
            }
        }
        return false;
    }
}
