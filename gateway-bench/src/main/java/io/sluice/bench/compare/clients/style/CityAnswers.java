package io.sluice.bench.compare.clients.style;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** Answers to the search as a server would write them, of the documents of GeoNames that come with the tools. */
public final class CityAnswers {
    private static final String SHIPPED = "/scenarios/geonames-sample.ndjson.gz";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private CityAnswers() {}

    /** A page of that many hits, in UTF-8, with highlights and the aggregation over them. */
    public static byte[] of(int hits) throws IOException {
        List<JsonNode> cities = cities(hits);
        ObjectNode root = MAPPER.createObjectNode().put("took", 7).put("timed_out", false);
        root.putObject("_shards")
                .put("total", 3)
                .put("successful", 3)
                .put("skipped", 0)
                .put("failed", 0);
        ObjectNode outer = root.putObject("hits");
        outer.putObject("total").put("value", 4_711L).put("relation", "eq");
        outer.put("max_score", 11.5);
        ArrayNode array = outer.putArray("hits");
        for (int i = 0; i < cities.size(); i++) {
            hit(array.addObject(), cities.get(i), 11.5 - 10.0 * i / cities.size());
        }
        countries(root.putObject("aggregations").putObject("sterms#countries"), cities);
        return MAPPER.writeValueAsBytes(root);
    }

    private static void hit(ObjectNode hit, JsonNode city, double score) {
        String name = city.path("name").asText();
        int space = name.indexOf(' ');
        String marked = space < 0
                ? "<em>" + name + "</em>"
                : "<em>" + name.substring(0, space) + "</em>" + name.substring(space);
        hit.put("_index", "cities").put("_id", city.path("geonameid").asText()).put("_score", score);
        hit.set("_source", city);
        hit.putObject("highlight").putArray("name").add(marked);
        hit.putArray("sort").add(city.path("population").asLong()).add(score);
    }

    private static void countries(ObjectNode aggregation, List<JsonNode> cities) {
        Map<String, List<Long>> byCountry = new TreeMap<>();
        for (JsonNode city : cities) {
            byCountry
                    .computeIfAbsent(city.path("country_code").asText(), unused -> new ArrayList<>())
                    .add(city.path("population").asLong());
        }
        aggregation.put("doc_count_error_upper_bound", 0).put("sum_other_doc_count", 12);
        ArrayNode buckets = aggregation.putArray("buckets");
        byCountry.entrySet().stream().limit(10).forEach(entry -> {
            ObjectNode bucket = buckets.addObject()
                    .put("key", entry.getKey())
                    .put("doc_count", entry.getValue().size());
            bucket.putObject("avg#population")
                    .put(
                            "value",
                            entry.getValue().stream()
                                    .mapToLong(Long::longValue)
                                    .average()
                                    .orElse(0));
        });
    }

    private static List<JsonNode> cities(int count) throws IOException {
        List<JsonNode> cities = new ArrayList<>();
        try (InputStream packed =
                        Objects.requireNonNull(CityAnswers.class.getResourceAsStream(SHIPPED), "no documents");
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null && cities.size() < count; line = lines.readLine()) {
                cities.add(MAPPER.readTree(line));
            }
        }
        if (cities.size() < count) {
            throw new IllegalArgumentException("there are only " + cities.size() + " documents");
        }
        return cities;
    }
}
