package io.sluice.bench.compare.clients.style;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The light way: the query is text with the user's words filled in, the answer a stream of jackson-core's tokens. */
public final class StreamingStyle implements SearchStyle {
    private static final int QUERY_CHARACTERS = 1024;
    private static final Set<String> SHOWN = Set.of("geonameid", "name", "country_code", "population");

    private final JsonFactory factory = new JsonFactory();
    /** Whether all fields of a document are decoded, or only its number, name, country and population. */
    private final boolean whole;

    /** @param whole false leaves the fields empty that an application may not show */
    public StreamingStyle(boolean whole) {
        this.whole = whole;
    }

    @Override
    public byte[] query(CitySearch search) {
        StringBuilder out = new StringBuilder(QUERY_CHARACTERS).append("""
                {"query":{"bool":{"must":[{"match":{"name":{"query":""");
        quote(search.text(), out).append("""
                ,"operator":"and"}}}],"should":[{"match":{"alternatenames":{"query":""");
        quote(search.text(), out).append("""
                ,"boost":0.5}}}],"filter":[{"range":{"population":{"gte":""");
        out.append(search.from()).append(",\"lt\":").append(search.below()).append("""
                }}},{"terms":{"country_code":[""");
        for (int i = 0; i < search.countries().size(); i++) {
            quote(search.countries().get(i), i == 0 ? out : out.append(','));
        }
        return out.append("""
                        ]}}]}},"size":""").append(search.size()).append("""
                        ,"track_total_hits":true,"sort":[{"population":{"order":"desc"}},{"_score":{"order":"desc"}}],\
                        "aggregations":{"countries":{"terms":{"field":"country_code","size":10},\
                        "aggregations":{"population":{"avg":{"field":"population"}}}}},\
                        "highlight":{"pre_tags":["<em>"],"post_tags":["</em>"],"fields":{"name":{"number_of_fragments":0}}}}""").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static StringBuilder quote(String text, StringBuilder out) {
        out.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, out);
        return out.append('"');
    }

    @Override
    public CityPage page(byte[] answer) throws IOException {
        try (JsonParser in = factory.createParser(answer)) {
            return page(in);
        }
    }

    @Override
    public CityPage page(InputStream answer) throws IOException {
        try (JsonParser in = factory.createParser(answer)) {
            return page(in);
        }
    }

    /** The page that a stream of tokens describes; the parser is before its first token. */
    private CityPage page(JsonParser in) throws IOException {
        long total = 0;
        List<CityPage.Hit> hits = new ArrayList<>();
        List<CityPage.Country> countries = new ArrayList<>();
        in.nextToken();
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            switch (name) {
                case "hits" -> total = hits(in, hits);
                case "aggregations" -> aggregations(in, countries);
                default -> in.skipChildren();
            }
        }
        return new CityPage(total, hits, countries);
    }

    private long hits(JsonParser in, List<CityPage.Hit> into) throws IOException {
        long total = 0;
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            JsonToken value = in.nextToken();
            if (name.equals("total")) {
                total = number(in, "value");
            } else if (name.equals("hits")) {
                while (in.nextToken() == JsonToken.START_OBJECT) {
                    into.add(hit(in));
                }
            } else if (value.isStructStart()) {
                in.skipChildren();
            }
        }
        return total;
    }

    private CityPage.Hit hit(JsonParser in) throws IOException {
        String id = "";
        double score = 0;
        City city = null;
        List<String> names = List.of();
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            switch (name) {
                case "_id" -> id = in.getText();
                case "_score" -> score = in.getDoubleValue();
                case "_source" -> city = city(in);
                case "highlight" -> names = highlight(in);
                default -> in.skipChildren();
            }
        }
        if (city == null) {
            throw new IOException("a hit without a source: " + id);
        }
        return new CityPage.Hit(id, score, city, names);
    }

    private City city(JsonParser in) throws IOException {
        long id = 0;
        String cityName = "";
        List<String> alternatives = List.of();
        String country = "";
        String admin = "";
        long population = 0;
        String timezone = "";
        List<Double> location = List.of();
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            if (!whole && !SHOWN.contains(name)) {
                in.skipChildren();
                continue;
            }
            switch (name) {
                case "geonameid" -> id = in.getLongValue();
                case "name" -> cityName = in.getText();
                case "alternatenames" -> alternatives = texts(in);
                case "country_code" -> country = in.getText();
                case "admin1_code" -> admin = in.getText();
                case "population" -> population = in.getLongValue();
                case "timezone" -> timezone = in.getText();
                case "location" -> location = numbers(in);
                default -> in.skipChildren();
            }
        }
        return new City(id, cityName, alternatives, country, admin, population, timezone, location);
    }

    private static List<String> highlight(JsonParser in) throws IOException {
        List<String> names = List.of();
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            if (name.equals("name")) {
                names = texts(in);
            } else {
                in.skipChildren();
            }
        }
        return names;
    }

    private static void aggregations(JsonParser in, List<CityPage.Country> into) throws IOException {
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            if (name.equals("sterms#countries")) {
                buckets(in, into);
            } else {
                in.skipChildren();
            }
        }
    }

    private static void buckets(JsonParser in, List<CityPage.Country> into) throws IOException {
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            if (name.equals("buckets")) {
                while (in.nextToken() == JsonToken.START_OBJECT) {
                    into.add(bucket(in));
                }
            } else {
                in.skipChildren();
            }
        }
    }

    private static CityPage.Country bucket(JsonParser in) throws IOException {
        String key = "";
        long count = 0;
        double mean = 0;
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            switch (name) {
                case "key" -> key = in.getText();
                case "doc_count" -> count = in.getLongValue();
                case "avg#population" -> {
                    while (in.nextFieldName() != null) {
                        in.nextToken();
                        mean = in.getDoubleValue();
                    }
                }
                default -> in.skipChildren();
            }
        }
        return new CityPage.Country(key, count, mean);
    }

    /** The number of that name in the object that begins here. */
    private static long number(JsonParser in, String wanted) throws IOException {
        long value = 0;
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            in.nextToken();
            value = name.equals(wanted) ? in.getLongValue() : value;
        }
        return value;
    }

    private static List<String> texts(JsonParser in) throws IOException {
        List<String> texts = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            texts.add(in.getText());
        }
        return texts;
    }

    private static List<Double> numbers(JsonParser in) throws IOException {
        List<Double> numbers = new ArrayList<>(2);
        while (in.nextToken() != JsonToken.END_ARRAY) {
            numbers.add(in.getDoubleValue());
        }
        return numbers;
    }
}
