package io.sluice.bench.filter;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request and the configuration it is run through; also as a file, for the processes that measure it.
 *
 * @param config the gateway's configuration file
 * @param plugins plugin directory instead of the configuration's, null for that
 * @param listener name of the listener that accepts it, null for the first that has the flow
 * @param flow name of its flow, null for the one that the listener's routes choose
 * @param request method and target, as in {@code POST /logs/_search}
 * @param headers each as in {@code Name: value}
 * @param body file with the body as it is sent, null for none
 * @param chunkBytes the size of the pieces that the body comes in
 * @param client the client's IP address
 */
public record FilterCall(
        Path config,
        @Nullable Path plugins,
        @Nullable String listener,
        @Nullable String flow,
        String request,
        List<String> headers,
        @Nullable Path body,
        int chunkBytes,
        String client) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    public FilterCall {
        headers = List.copyOf(headers);
        if (chunkBytes < 1) {
            throw new IllegalArgumentException("a chunk has at least 1 byte");
        }
    }

    /** Reads what {@link #write} wrote. */
    static FilterCall read(Path file) throws IOException {
        return MAPPER.readValue(file.toFile(), FilterCall.class);
    }

    void write(Path file) throws IOException {
        MAPPER.writeValue(file.toFile(), this);
    }
}
