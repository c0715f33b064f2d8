package io.sluice.bench.compare.inside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.compare.MeasuredNode;
import io.sluice.bench.net.NodeHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What becomes of documents on a real server when they are sent in another format than JSON. Blocks; for one thread. */
final class Fidelity {
    /** What is compared. */
    static final List<BodyFormat> FORMATS =
            List.of(BodyFormat.JSON, BodyFormat.SMILE, BodyFormat.SMILE_DECIMAL, BodyFormat.CBOR);

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String JSON = "application/json";
    /** Nothing of the mapping may touch the documents. */
    private static final String INDEX =
            "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0},\"mappings\":{\"dynamic\":false}}";
    /** More than there are documents in an index. */
    private static final String ALL = "{\"size\":1000,\"query\":{\"match_all\":{}}}";

    private static final String FILTERED =
            "{\"size\":1000,\"query\":{\"match_all\":{}},\"_source\":{\"excludes\":[\"none\"]}}";
    private static final String NOT_FOUND = "not there";

    private final NodeHttp http;
    private final String server;

    /** Where a document is read. */
    enum Route {
        SEARCH("in the answer of a search"),
        GET("read by its id"),
        FILTERED("in a search that leaves a member out"),
        REINDEXED("in a search after a reindex into another index"),
        UPDATED("in a search after an update in JSON that adds a member");

        private final String label;

        Route(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** @param name what is special about the document */
    record Sample(String name, String json) {}

    /** Documents that JSON can say in several ways, or with more than a double holds. */
    static final List<Sample> SAMPLES = List.of(
            new Sample("plain", "{\"a\":1,\"b\":\"x\",\"c\":[true,null]}"),
            new Sample("white space", "{ \"a\" : [ 1, 2 ] }"),
            new Sample("order of members", "{\"z\":1,\"a\":{\"y\":1,\"b\":2}}"),
            new Sample("escapes", "{\"s\":\"caf\\u00e9 \\/ \\ud83d\\ude00\"}"),
            new Sample("1.0", "{\"n\":1.0}"),
            new Sample("1.10", "{\"n\":1.10}"),
            new Sample("1e5", "{\"n\":1e5}"),
            new Sample("0.000001", "{\"n\":0.000001}"),
            new Sample("-0.0", "{\"n\":-0.0}"),
            new Sample("255", "{\"n\":255}"),
            new Sample("2^53 + 1", "{\"n\":9007199254740993}"),
            new Sample("29 digits", "{\"n\":12345678901234567890123456789}"),
            new Sample("a fraction of 25 digits", "{\"n\":0.1234567890123456789012345}"),
            new Sample("1e400", "{\"n\":1e400}"),
            new Sample("a name twice", "{\"a\":1,\"a\":2}"));

    /**
     * What one server did.
     *
     * @param texts of each sample by format and route; an error in words where there is none
     * @param bulks what became of a bulk of cities in each format
     */
    record Result(String server, Map<BodyFormat, Map<Route, List<String>>> texts, Map<BodyFormat, BulkOutcome> bulks) {
        /** The text of a sample that was read in a search. */
        String searched(BodyFormat format, int sample) {
            return texts(format, Route.SEARCH).get(sample);
        }

        /** How many samples are read by this route exactly as if they had been sent in JSON. */
        long asJson(BodyFormat format, Route route) {
            List<String> json = texts(BodyFormat.JSON, route);
            List<String> own = texts(format, route);
            long same = 0;
            for (int i = 0; i < json.size(); i++) {
                same += json.get(i).equals(own.get(i)) ? 1 : 0;
            }
            return same;
        }

        private List<String> texts(BodyFormat format, Route route) {
            return texts.getOrDefault(format, Map.of()).getOrDefault(route, List.of());
        }
    }

    /**
     * A bulk of some hundred cities.
     *
     * @param sent documents
     * @param stored as its answer says
     * @param asSent found afterwards, byte by byte what the JSON said
     * @param error why not all are stored; empty without
     */
    record BulkOutcome(int sent, int stored, int asSent, String error) {
        boolean whole() {
            return stored == sent;
        }
    }

    private Fidelity(NodeHttp http, String server) {
        this.http = http;
        this.server = server;
    }

    /** Sends all samples, and bulks of these cities, in every format; leaves no index behind. */
    static Result of(MeasuredNode node, List<byte[]> cities) throws IOException, InterruptedException {
        return new Fidelity(node.http(), node.server()).run(cities);
    }

    private Result run(List<byte[]> cities) throws IOException, InterruptedException {
        Map<BodyFormat, Map<Route, List<String>>> texts = new EnumMap<>(BodyFormat.class);
        Map<BodyFormat, BulkOutcome> bulks = new EnumMap<>(BodyFormat.class);
        for (BodyFormat format : FORMATS) {
            texts.put(format, samples(format));
            bulks.put(format, bulk(format, cities));
        }
        return new Result(server, texts, bulks);
    }

    private Map<Route, List<String>> samples(BodyFormat format) throws IOException, InterruptedException {
        String index = "fidelity-" + format.id();
        String copy = index + "-copy";
        http.send("PUT", "/" + index, INDEX);
        http.send("PUT", "/" + copy, INDEX);
        List<String> errors = new ArrayList<>();
        for (int i = 0; i < SAMPLES.size(); i++) {
            errors.add(store(index, i, format));
        }
        Map<Route, List<String>> texts = new EnumMap<>(Route.class);
        texts.put(Route.SEARCH, searched(index, ALL, errors));
        texts.put(Route.FILTERED, searched(index, FILTERED, errors));
        texts.put(Route.GET, read(index, errors));
        http.ask(
                "POST",
                "/_reindex?refresh",
                JSON,
                bytes("{\"source\":{\"index\":\"" + index + "\"},\"dest\":{\"index\":\"" + copy + "\"}}"));
        texts.put(Route.REINDEXED, searched(copy, ALL, errors));
        for (int i = 0; i < SAMPLES.size(); i++) {
            http.ask("POST", "/" + index + "/_update/" + i, JSON, bytes("{\"doc\":{\"added\":1}}"));
        }
        texts.put(Route.UPDATED, searched(index, ALL, errors));
        http.send("DELETE", "/" + index, "");
        http.send("DELETE", "/" + copy, "");
        return texts;
    }

    /** Why it is not stored; empty if it is. */
    private String store(String index, int sample, BodyFormat format) throws IOException, InterruptedException {
        byte[] body = format.document(bytes(SAMPLES.get(sample).json));
        NodeHttp.Answer answer = http.ask("PUT", "/" + index + "/_doc/" + sample, format.contentType(), body);
        return answer.succeeded() ? "" : "refused: " + reason(MAPPER.readTree(answer.body()));
    }

    private List<String> searched(String index, String search, List<String> errors)
            throws IOException, InterruptedException {
        http.send("POST", "/" + index + "/_refresh", "");
        NodeHttp.Answer answer = http.ask("POST", "/" + index + "/_search", JSON, bytes(search));
        Map<String, String> found = answer.succeeded() ? RawSources.of(answer.body()) : Map.of();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < SAMPLES.size(); i++) {
            String missing = errors.get(i).isEmpty() ? NOT_FOUND : errors.get(i);
            texts.add(found.getOrDefault(Integer.toString(i), missing));
        }
        return texts;
    }

    private List<String> read(String index, List<String> errors) throws IOException, InterruptedException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < SAMPLES.size(); i++) {
            NodeHttp.Answer answer = http.ask("GET", "/" + index + "/_source/" + i, JSON, new byte[0]);
            texts.add(answer.succeeded() ? answer.text() : errors.get(i));
        }
        return texts;
    }

    private BulkOutcome bulk(BodyFormat format, List<byte[]> cities) throws IOException, InterruptedException {
        String index = "fidelity-bulk-" + format.id();
        http.send("PUT", "/" + index, INDEX);
        NodeHttp.Answer answer =
                http.ask("POST", "/" + index + "/_bulk?refresh", format.contentType(), format.bulk(cities));
        JsonNode told = MAPPER.readTree(answer.body());
        int stored = 0;
        String error = answer.succeeded() ? "" : reason(told);
        for (JsonNode item : told.path("items")) {
            JsonNode result = item.path("index");
            stored += result.path("status").asInt() == 201 ? 1 : 0;
            error = error.isEmpty() && result.has("error") ? reason(result) : error;
        }
        NodeHttp.Answer found = http.ask("POST", "/" + index + "/_search", JSON, bytes(ALL));
        List<String> sent = cities.stream().map(Fidelity::text).toList();
        long asSent = found.succeeded()
                ? RawSources.of(found.body()).values().stream()
                        .filter(sent::contains)
                        .count()
                : 0;
        http.send("DELETE", "/" + index, "");
        return new BulkOutcome(cities.size(), stored, (int) asSent, error);
    }

    private static String reason(JsonNode answer) {
        JsonNode error = answer.path("error");
        String cause = error.at("/caused_by/reason").asText();
        return error.path("reason").asText(error.asText()) + (cause.isEmpty() ? "" : ": " + cause);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
