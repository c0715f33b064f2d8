package io.sluice.styles.trial;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Documents of one request.
 *
 * @param sources each one JSON document on one line
 * @param idPrefix what every id begins with
 * @param first number of the first document, which ends its id
 */
public record Bulk(List<byte[]> sources, String idPrefix, long first) {
    private static final byte[] ACTION = "{\"index\":{\"_id\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ACTION_END = "\"}}\n".getBytes(StandardCharsets.US_ASCII);

    public int size() {
        return sources.size();
    }

    public String id(int position) {
        return idPrefix + (first + position);
    }

    /** The request's body for the clients that take bytes. */
    public byte[] ndjson() {
        ByteArrayOutputStream body = new ByteArrayOutputStream(size() * 512);
        for (int i = 0; i < size(); i++) {
            body.writeBytes(ACTION);
            body.writeBytes(id(i).getBytes(StandardCharsets.US_ASCII));
            body.writeBytes(ACTION_END);
            body.writeBytes(sources.get(i));
            body.write('\n');
        }
        return body.toByteArray();
    }
}
