package io.sluice.bench.stub.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/**
 * An answer. Its holder owns the body.
 *
 * @param workNanos how long the node works before it is sent
 */
public record StubReply(int status, ByteBuf body, String contentType, long workNanos) {
    /** JSON's media type. */
    public static final String JSON = "application/json";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** An answer that takes no work. */
    public StubReply(int status, ByteBuf body, String contentType) {
        this(status, body, contentType, 0);
    }

    /** A JSON document with status 200. */
    public static StubReply json(JsonNode document) {
        return json(200, document);
    }

    /** A JSON document. */
    public static StubReply json(int status, JsonNode document) {
        return new StubReply(status, utf8(document.toString()), JSON);
    }

    /** Plain text, as {@code _cat} answers. */
    public static StubReply text(String text) {
        return new StubReply(200, utf8(text), "text/plain; charset=UTF-8");
    }

    /** An error of Elasticsearch's shape. */
    public static StubReply error(int status, String type, String reason) {
        ObjectNode root = MAPPER.createObjectNode();
        ObjectNode error = root.putObject("error");
        error.putArray("root_cause").addObject().put("type", type).put("reason", reason);
        error.put("type", type).put("reason", reason);
        return json(status, root.put("status", status));
    }

    private static ByteBuf utf8(String text) {
        return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
    }
}
