package io.sluice.recording;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form of a recorded exchange: a line of JSON. A body that is UTF-8 stands there as text ({@code body}), any other in Base64 ({@code
 * body_base64}). Stateless.
 */
final class RecordingFormat {
    /** The longest line that is read, in bytes. */
    static final int LONGEST = 1 << 30;

    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxStringLength(LONGEST).build())
            .build();
    private static final ObjectMapper MAPPER = new ObjectMapper(JSON);
    private static final int HIGHEST_STATUS = 999;

    private RecordingFormat() {}

    /** Writes a line, with its line feed. */
    static void write(RecordedExchange exchange, OutputStream out) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("began", exchange.began().toString());
            json.writeNumberField("took_nanos", exchange.tookNanos());
            json.writeStringField("connection", exchange.connection());
            if (exchange.tenant() != null) {
                json.writeStringField("tenant", exchange.tenant());
            }
            json.writeStringField("method", exchange.method());
            json.writeStringField("target", exchange.target());
            json.writeArrayFieldStart("headers");
            for (RecordedExchange.Field field : exchange.headers()) {
                json.writeStartArray();
                json.writeString(field.name());
                json.writeString(field.value());
                json.writeEndArray();
            }
            json.writeEndArray();
            body(json, "body", exchange.body());
            json.writeNumberField("status", exchange.status());
            RecordedExchange.Answer answer = exchange.answer();
            if (answer != null) {
                json.writeStringField("answer_coding", answer.coding());
                body(json, "answer", answer.body());
            }
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    private static void body(JsonGenerator json, String name, byte[] bytes) throws IOException {
        if (ByteBufUtil.isText(Unpooled.wrappedBuffer(bytes), StandardCharsets.UTF_8)) {
            json.writeFieldName(name);
            json.writeUTF8String(bytes, 0, bytes.length);
        } else {
            json.writeBinaryField(name + "_base64", bytes);
        }
    }

    /**
     * Reads a line.
     *
     * @throws IOException saying what is wrong with it
     */
    static RecordedExchange read(byte[] line) throws IOException {
        try (JsonParser parser = JSON.createParser(line)) {
            JsonNode root = MAPPER.readTree(parser);
            if (root == null || !root.isObject() || parser.nextToken() != null) {
                throw new IOException("a line is not one JSON object");
            }
            byte[] body = bytes(root, "body");
            byte[] answer = bytes(root, "answer");
            if (body == null) {
                throw new IOException("a request has no body, not even an empty one");
            }
            return new RecordedExchange(
                    Instant.parse(text(root, "began")),
                    number(root, "took_nanos", Long.MAX_VALUE),
                    text(root, "connection"),
                    root.has("tenant") ? text(root, "tenant") : null,
                    text(root, "method"),
                    text(root, "target"),
                    headers(root.path("headers")),
                    body,
                    (int) number(root, "status", HIGHEST_STATUS),
                    answer == null ? null : new RecordedExchange.Answer(text(root, "answer_coding"), answer));
        } catch (JsonProcessingException e) {
            throw new IOException("a line is no JSON: " + e.getOriginalMessage(), e);
        } catch (DateTimeException e) {
            throw new IOException("a time cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<RecordedExchange.Field> headers(JsonNode rows) throws IOException {
        List<RecordedExchange.Field> headers = new ArrayList<>();
        for (JsonNode row : rows) {
            if (row.size() != 2 || !row.path(0).isTextual() || !row.path(1).isTextual()) {
                throw new IOException("a header is not a name and a value");
            }
            headers.add(
                    new RecordedExchange.Field(row.get(0).asText(), row.get(1).asText()));
        }
        return headers;
    }

    private static String text(JsonNode root, String name) throws IOException {
        JsonNode value = root.path(name);
        if (!value.isTextual()) {
            throw new IOException("a request has no " + name);
        }
        return value.asText();
    }

    private static long number(JsonNode root, String name, long most) throws IOException {
        JsonNode value = root.path(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0 || value.asLong() > most) {
            throw new IOException("a request has no valid " + name);
        }
        return value.asLong();
    }

    private static byte @Nullable [] bytes(JsonNode root, String name) throws IOException {
        if (root.path(name).isTextual()) {
            return root.path(name).asText().getBytes(StandardCharsets.UTF_8);
        }
        if (!root.has(name + "_base64")) {
            return null;
        }
        return root.path(name + "_base64").binaryValue();
    }
}
