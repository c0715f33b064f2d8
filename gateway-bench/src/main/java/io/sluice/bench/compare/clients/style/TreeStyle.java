package io.sluice.bench.compare.clients.style;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Trees of JSON nodes: one is built for the query, the answer is read into another, from which the application takes its values. */
public final class TreeStyle implements SearchStyle {
    private final ObjectMapper mapper = new ObjectMapper();

    @Override
    public byte[] query(CitySearch search) throws IOException {
        ObjectNode root = mapper.createObjectNode();
        ObjectNode bool = root.putObject("query").putObject("bool");
        bool.putArray("must")
                .addObject()
                .putObject("match")
                .putObject("name")
                .put("query", search.text())
                .put("operator", "and");
        bool.putArray("should")
                .addObject()
                .putObject("match")
                .putObject("alternatenames")
                .put("query", search.text())
                .put("boost", 0.5);
        ArrayNode filter = bool.putArray("filter");
        filter.addObject()
                .putObject("range")
                .putObject("population")
                .put("gte", search.from())
                .put("lt", search.below());
        ArrayNode countries = filter.addObject().putObject("terms").putArray("country_code");
        search.countries().forEach(countries::add);
        root.put("size", search.size()).put("track_total_hits", true);
        ArrayNode sort = root.putArray("sort");
        sort.addObject().putObject("population").put("order", "desc");
        sort.addObject().putObject("_score").put("order", "desc");
        ObjectNode aggregation = root.putObject("aggregations").putObject("countries");
        aggregation.putObject("terms").put("field", "country_code").put("size", 10);
        aggregation
                .putObject("aggregations")
                .putObject("population")
                .putObject("avg")
                .put("field", "population");
        ObjectNode highlight = root.putObject("highlight");
        highlight.putArray("pre_tags").add("<em>");
        highlight.putArray("post_tags").add("</em>");
        highlight.putObject("fields").putObject("name").put("number_of_fragments", 0);
        return mapper.writeValueAsBytes(root);
    }

    @Override
    public CityPage page(byte[] answer) throws IOException {
        return page(mapper.readTree(answer));
    }

    @Override
    public CityPage page(InputStream answer) throws IOException {
        return page(mapper.readTree(answer));
    }

    private static CityPage page(JsonNode root) {
        JsonNode outer = root.path("hits");
        List<CityPage.Hit> hits = new ArrayList<>(outer.path("hits").size());
        for (JsonNode hit : outer.path("hits")) {
            hits.add(new CityPage.Hit(
                    hit.path("_id").textValue(),
                    hit.path("_score").doubleValue(),
                    city(hit.path("_source")),
                    texts(hit.path("highlight").path("name"))));
        }
        List<CityPage.Country> countries = new ArrayList<>();
        for (JsonNode bucket :
                root.path("aggregations").path("sterms#countries").path("buckets")) {
            countries.add(new CityPage.Country(
                    bucket.path("key").textValue(),
                    bucket.path("doc_count").longValue(),
                    bucket.path("avg#population").path("value").doubleValue()));
        }
        return new CityPage(outer.path("total").path("value").longValue(), hits, countries);
    }

    private static City city(JsonNode source) {
        List<Double> location = new ArrayList<>(2);
        for (JsonNode degrees : source.path("location")) {
            location.add(degrees.doubleValue());
        }
        return new City(
                source.path("geonameid").longValue(),
                source.path("name").textValue(),
                texts(source.path("alternatenames")),
                source.path("country_code").textValue(),
                source.path("admin1_code").textValue(),
                source.path("population").longValue(),
                source.path("timezone").textValue(),
                location);
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>(array.size());
        for (JsonNode text : array) {
            texts.add(text.textValue());
        }
        return texts;
    }
}
