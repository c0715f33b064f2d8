package io.sluice.index.diff;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sluice.index.read.SourceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Finds the places where two sources differ. Stateless. */
final class ChangedFields {
    private static final ObjectMapper MAPPER = JsonMapper.builder(SourceJson.factory())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private ChangedFields() {}

    /** At most so many, as JSON pointers. */
    static List<String> of(byte[] a, byte[] b, int most) {
        List<String> places = new ArrayList<>();
        try {
            compare(MAPPER.readTree(a), MAPPER.readTree(b), "", places, most);
        } catch (IOException e) {
            throw new UncheckedIOException("a source that was read cannot be read again", e);
        }
        return places;
    }

    private static void compare(JsonNode a, JsonNode b, String place, List<String> places, int most) {
        if (places.size() >= most || a.equals(b)) {
            return;
        }
        if (a.isObject() && b.isObject()) {
            TreeSet<String> names = new TreeSet<>();
            a.fieldNames().forEachRemaining(names::add);
            b.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                String escaped = name.replace("~", "~0").replace("/", "~1");
                compare(a.path(name), b.path(name), place + "/" + escaped, places, most);
            }
        } else if (a.isArray() && b.isArray() && a.size() == b.size()) {
            for (int i = 0; i < a.size(); i++) {
                compare(a.path(i), b.path(i), place + "/" + i, places, most);
            }
        } else {
            places.add(place);
        }
    }
}
