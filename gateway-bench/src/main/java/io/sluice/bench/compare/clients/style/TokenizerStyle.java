package io.sluice.bench.compare.clients.style;

import io.sluice.api.Json;
import io.sluice.api.JsonTemplate;
import io.sluice.json.JsonLimits;
import io.sluice.json.JsonToken;
import io.sluice.json.JsonTokenizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Sluice's own way: a query from a template, an answer cut into tokens whose names are compared as bytes. */
public final class TokenizerStyle implements SearchStyle {
    private static final int QUERY_BYTES = 1024;
    // The user's words are inserted at the hole.
    private static final JsonTemplate TEMPLATE = JsonTemplate.parse("""
            {"query":{"bool":{
              "must":[{"match":{"name":{"query":$text,"operator":"and"}}}],
              "should":[{"match":{"alternatenames":{"query":$text,"boost":0.5}}}],
              "filter":@filter}},
             "track_total_hits":true,
             "sort":[{"population":{"order":"desc"}},{"_score":{"order":"desc"}}],
             "aggregations":{"countries":{"terms":{"field":"country_code","size":10},
               "aggregations":{"population":{"avg":{"field":"population"}}}}},
             "highlight":{"pre_tags":["<em>"],"post_tags":["</em>"],"fields":{"name":{"number_of_fragments":0}}}}
            """.strip());

    @Override
    public byte[] query(CitySearch search) {
        JsonTemplate.Filled filled = TEMPLATE.fill(Map.of("text", search.text()));
        ByteArrayOutputStream out = new ByteArrayOutputStream(QUERY_BYTES);
        out.writeBytes(filled.before());
        text(
                out,
                "[{\"range\":{\"population\":{\"gte\":" + search.from() + ",\"lt\":" + search.below()
                        + "}}},{\"terms\":{\"country_code\":[");
        for (int i = 0; i < search.countries().size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            out.writeBytes(Json.string(search.countries().get(i)).utf8());
        }
        text(out, "]}}]");
        // The last byte closes the object, which gets one member more.
        out.write(filled.after(), 0, filled.after().length - 1);
        text(out, ",\"size\":" + search.size() + "}");
        return out.toByteArray();
    }

    private static void text(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public CityPage page(byte[] answer) throws IOException {
        JsonTokenizer in = new JsonTokenizer(JsonLimits.DEFAULT);
        in.feed(answer, 0, answer.length, 0);
        return new Reader(in).page();
    }

    /** Reads one answer, token by token. */
    private static final class Reader {
        private static final byte[] HITS = bytes("hits");
        private static final byte[] TOTAL = bytes("total");
        private static final byte[] VALUE = bytes("value");
        private static final byte[] ID = bytes("_id");
        private static final byte[] SCORE = bytes("_score");
        private static final byte[] SOURCE = bytes("_source");
        private static final byte[] HIGHLIGHT = bytes("highlight");
        private static final byte[] NAME = bytes("name");
        private static final byte[] GEONAMEID = bytes("geonameid");
        private static final byte[] ALTERNATENAMES = bytes("alternatenames");
        private static final byte[] COUNTRY_CODE = bytes("country_code");
        private static final byte[] ADMIN1_CODE = bytes("admin1_code");
        private static final byte[] POPULATION = bytes("population");
        private static final byte[] TIMEZONE = bytes("timezone");
        private static final byte[] LOCATION = bytes("location");
        private static final byte[] AGGREGATIONS = bytes("aggregations");
        private static final byte[] COUNTRIES = bytes("sterms#countries");
        private static final byte[] BUCKETS = bytes("buckets");
        private static final byte[] KEY = bytes("key");
        private static final byte[] DOC_COUNT = bytes("doc_count");
        private static final byte[] MEAN = bytes("avg#population");

        private final JsonTokenizer in;

        Reader(JsonTokenizer in) {
            this.in = in;
        }

        private static byte[] bytes(String name) {
            return name.getBytes(StandardCharsets.UTF_8);
        }

        CityPage page() throws IOException {
            long total = 0;
            List<CityPage.Hit> hits = new ArrayList<>();
            List<CityPage.Country> countries = new ArrayList<>();
            next();
            while (next() == JsonToken.NAME) {
                if (is(HITS)) {
                    total = hits(hits);
                } else if (is(AGGREGATIONS)) {
                    aggregations(countries);
                } else {
                    skip();
                }
            }
            return new CityPage(total, hits, countries);
        }

        private long hits(List<CityPage.Hit> into) throws IOException {
            long total = 0;
            next();
            while (next() == JsonToken.NAME) {
                if (is(TOTAL)) {
                    total = number(VALUE);
                } else if (is(HITS)) {
                    next();
                    while (next() == JsonToken.OBJECT) {
                        into.add(hit());
                    }
                } else {
                    skip();
                }
            }
            return total;
        }

        private CityPage.Hit hit() throws IOException {
            String id = "";
            double score = 0;
            City city = null;
            List<String> names = List.of();
            while (next() == JsonToken.NAME) {
                if (is(ID)) {
                    id = text();
                } else if (is(SCORE)) {
                    score = decimal();
                } else if (is(SOURCE)) {
                    city = city();
                } else if (is(HIGHLIGHT)) {
                    names = highlight();
                } else {
                    skip();
                }
            }
            if (city == null) {
                throw new IOException("a hit without a source: " + id);
            }
            return new CityPage.Hit(id, score, city, names);
        }

        private City city() throws IOException {
            long id = 0;
            String name = "";
            List<String> alternatives = List.of();
            String country = "";
            String admin = "";
            long population = 0;
            String timezone = "";
            List<Double> location = List.of();
            next();
            while (next() == JsonToken.NAME) {
                if (is(GEONAMEID)) {
                    id = integer();
                } else if (is(NAME)) {
                    name = text();
                } else if (is(ALTERNATENAMES)) {
                    alternatives = texts();
                } else if (is(COUNTRY_CODE)) {
                    country = text();
                } else if (is(ADMIN1_CODE)) {
                    admin = text();
                } else if (is(POPULATION)) {
                    population = integer();
                } else if (is(TIMEZONE)) {
                    timezone = text();
                } else if (is(LOCATION)) {
                    location = decimals();
                } else {
                    skip();
                }
            }
            return new City(id, name, alternatives, country, admin, population, timezone, location);
        }

        private List<String> highlight() throws IOException {
            List<String> names = List.of();
            next();
            while (next() == JsonToken.NAME) {
                if (is(NAME)) {
                    names = texts();
                } else {
                    skip();
                }
            }
            return names;
        }

        private void aggregations(List<CityPage.Country> into) throws IOException {
            next();
            while (next() == JsonToken.NAME) {
                if (is(COUNTRIES)) {
                    buckets(into);
                } else {
                    skip();
                }
            }
        }

        private void buckets(List<CityPage.Country> into) throws IOException {
            next();
            while (next() == JsonToken.NAME) {
                if (is(BUCKETS)) {
                    next();
                    while (next() == JsonToken.OBJECT) {
                        into.add(bucket());
                    }
                } else {
                    skip();
                }
            }
        }

        private CityPage.Country bucket() throws IOException {
            String key = "";
            long count = 0;
            double mean = 0;
            while (next() == JsonToken.NAME) {
                if (is(KEY)) {
                    key = text();
                } else if (is(DOC_COUNT)) {
                    count = integer();
                } else if (is(MEAN)) {
                    next();
                    while (next() == JsonToken.NAME) {
                        mean = decimal();
                    }
                } else {
                    skip();
                }
            }
            return new CityPage.Country(key, count, mean);
        }

        private long number(byte[] wanted) throws IOException {
            long value = 0;
            next();
            while (next() == JsonToken.NAME) {
                if (is(wanted)) {
                    value = integer();
                } else {
                    skip();
                }
            }
            return value;
        }

        private List<String> texts() throws IOException {
            List<String> texts = new ArrayList<>();
            next();
            while (next() == JsonToken.STRING) {
                texts.add(in.text());
            }
            return texts;
        }

        private List<Double> decimals() throws IOException {
            List<Double> decimals = new ArrayList<>(2);
            next();
            while (next() == JsonToken.NUMBER) {
                decimals.add(Double.parseDouble(in.text()));
            }
            return decimals;
        }

        private String text() throws IOException {
            next();
            return in.text();
        }

        private long integer() throws IOException {
            next();
            byte[] raw = in.content();
            long value = 0;
            int from = in.contentFrom();
            for (int i = raw[from] == '-' ? from + 1 : from; i < from + in.contentLength(); i++) {
                value = value * 10 + raw[i] - '0';
            }
            return raw[from] == '-' ? -value : value;
        }

        private double decimal() throws IOException {
            next();
            return Double.parseDouble(in.text());
        }

        private boolean is(byte[] name) {
            int from = in.contentFrom();
            return in.contentLength() == name.length
                    && Arrays.equals(in.content(), from, from + name.length, name, 0, name.length);
        }

        /** Skips the value of the current name. */
        private void skip() throws IOException {
            checked(in.skipTo(in.depth()));
        }

        private JsonToken next() throws IOException {
            return checked(in.next());
        }

        private JsonToken checked(JsonToken token) throws IOException {
            if (token == JsonToken.FAILED) {
                throw new IOException(in.failure().toString());
            }
            return token;
        }
    }
}
