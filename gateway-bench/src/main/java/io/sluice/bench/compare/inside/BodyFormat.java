package io.sluice.bench.compare.inside;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** How bodies are written towards nodes: made of JSON, token by token, as a gateway would that rewrites them. */
enum BodyFormat {
    /** As it came. */
    JSON("json", "application/json", false, '\n'),
    /** JSON in four HTTP chunks a document: line, line end, document, line end, as elasticsearch-java 7.17 writes a bulk. */
    JSON_IN_CHUNKS("json in chunks", "application/json", false, '\n'),
    /** Numbers with a fraction as doubles, which is what the servers' own clients write. */
    SMILE("smile", "application/smile", false, (char) 0xFF),
    /** Numbers with a fraction as decimals of any length, which cost more and keep more. */
    SMILE_DECIMAL("smile-decimal", "application/smile", true, (char) 0xFF),
    /** Objects and arrays with their lengths, so that none ends with the byte that ends a document of a bulk. */
    CBOR("cbor", "application/cbor", false, (char) 0xFF);

    private static final JsonFactory JSON_FACTORY = new JsonFactory();
    private static final JsonFactory SMILE_FACTORY = new SmileFactory();
    private static final JsonFactory CBOR_FACTORY = new CBORFactory();
    private static final byte[] CHUNK_END = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = {'0', '\r', '\n', '\r', '\n'};
    private static final byte[] ACTION = {'{', '"', 'i', 'n', 'd', 'e', 'x', '"', ':', '{', '}', '}'};

    private final String id;
    private final String contentType;
    private final boolean decimal;
    private final char separator;

    BodyFormat(String id, String contentType, boolean decimal, char separator) {
        this.id = id;
        this.contentType = contentType;
        this.decimal = decimal;
        this.separator = separator;
    }

    /** The name in reports. */
    String id() {
        return id;
    }

    String contentType() {
        return contentType;
    }

    /** One document. */
    byte[] document(byte[] json) throws IOException {
        if (this == JSON || this == JSON_IN_CHUNKS) {
            return json;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(json.length);
        write(json, out);
        return out.toByteArray();
    }

    /** A bulk that stores these documents; the server draws their ids. */
    byte[] bulk(List<byte[]> documents) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] action = document(ACTION);
        for (byte[] document : documents) {
            line(action, out);
            line(document(document), out);
        }
        if (isInChunks()) {
            out.writeBytes(LAST_CHUNK);
        }
        return out.toByteArray();
    }

    /** Whether {@link #bulk} is in chunks already, instead of having a length. */
    boolean isInChunks() {
        return this == JSON_IN_CHUNKS;
    }

    private void line(byte[] text, ByteArrayOutputStream out) {
        byte[] end = {(byte) separator};
        for (byte[] part : List.of(text, end)) {
            if (isInChunks()) {
                out.writeBytes((Integer.toHexString(part.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
                out.writeBytes(part);
                out.writeBytes(CHUNK_END);
            } else {
                out.writeBytes(part);
            }
        }
    }

    /** Reads every token of a JSON text and writes it in this format. */
    void write(byte[] json, ByteArrayOutputStream out) throws IOException {
        List<Integer> lengths = this == CBOR ? lengths(json) : List.of();
        int opened = 0;
        try (JsonParser from = JSON_FACTORY.createParser(json);
                JsonGenerator to = factory().createGenerator(out)) {
            for (JsonToken token = from.nextToken(); token != null; token = from.nextToken()) {
                if (token.isStructStart() && this == CBOR) {
                    start(token, lengths.get(opened++), to);
                } else if (decimal) {
                    to.copyCurrentEventExact(from);
                } else {
                    to.copyCurrentEvent(from);
                }
            }
        }
    }

    private JsonFactory factory() {
        return switch (this) {
            case JSON, JSON_IN_CHUNKS -> JSON_FACTORY;
            case SMILE, SMILE_DECIMAL -> SMILE_FACTORY;
            case CBOR -> CBOR_FACTORY;
        };
    }

    private static void start(JsonToken token, int length, JsonGenerator to) throws IOException {
        if (token == JsonToken.START_OBJECT) {
            to.writeStartObject(null, length);
        } else {
            to.writeStartArray(null, length);
        }
    }

    /** How many members or elements each object and array has, in the order in which they begin. */
    private static List<Integer> lengths(byte[] json) throws IOException {
        List<Integer> lengths = new ArrayList<>();
        Deque<Integer> open = new ArrayDeque<>();
        try (JsonParser from = JSON_FACTORY.createParser(json)) {
            for (JsonToken token = from.nextToken(); token != null; token = from.nextToken()) {
                if (token == JsonToken.FIELD_NAME) {
                    continue;
                }
                if (token.isStructEnd()) {
                    open.pop();
                    continue;
                }
                if (!open.isEmpty()) {
                    lengths.set(open.peek(), lengths.get(open.peek()) + 1);
                }
                if (token.isStructStart()) {
                    open.push(lengths.size());
                    lengths.add(0);
                }
            }
        }
        return lengths;
    }
}
