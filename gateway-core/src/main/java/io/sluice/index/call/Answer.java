package io.sluice.index.call;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.json.ForeignJson;
import java.io.IOException;

/** A whole answer. Immutable. */
public final class Answer {
    private static final ForeignJson JSON = new ForeignJson(ForeignJson.rules().build());
    private static final int MAX_REASON = 300;

    private final int status;
    private final byte[] body;

    /** An answer; the body is given away. */
    Answer(int status, byte[] body) {
        this.status = status;
        this.body = body;
    }

    /** Its status. */
    public int status() {
        return status;
    }

    /** Its bytes; not to be changed. */
    public byte[] body() {
        return body;
    }

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /** Whether the server was only busy or away, so that the same request may succeed later. */
    boolean isPassing() {
        return status == 429 || status == 408 || status >= 502 && status <= 504;
    }

    /**
     * The body as a tree.
     *
     * @throws IOException if it is no JSON
     */
    public JsonNode json() throws IOException {
        JsonNode tree = JSON.tree(body);
        if (tree == null) {
            throw new IOException("the answer is empty");
        }
        return tree;
    }

    /** The server's own words about what went wrong, shortened; empty if there are none. */
    String reason() {
        try {
            JsonNode error = json().path("error");
            String text = error.path("root_cause").path(0).path("reason").asText();
            if (text.isEmpty()) {
                text = error.isTextual() ? error.asText() : error.path("reason").asText();
            }
            return shortened(text);
        } catch (IOException e) {
            return "";
        }
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\p{Cntrl}", " ");
        return line.length() <= MAX_REASON ? line : line.substring(0, MAX_REASON) + "...";
    }
}
