package io.sluice.index.diff;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sluice.index.read.SourceJson;
import io.sluice.json.ForeignJson;
import io.sluice.json.WalkedPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Finds the places where two sources differ. For one comparison. */
final class ChangedFields {
    private static final ForeignJson JSON = new ForeignJson(JsonMapper.builder(SourceJson.factory())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build());
    private static final int LONGEST = 10_000;

    private final WalkedPath path = new WalkedPath();
    private final List<String> places = new ArrayList<>();
    private final int most;

    private ChangedFields(int most) {
        this.most = most;
    }

    /** At most so many, as JSON pointers, of which very long ones are cut. */
    static List<String> of(byte[] a, byte[] b, int most) {
        ChangedFields changed = new ChangedFields(most);
        try {
            changed.compare(JSON.tree(a), JSON.tree(b));
        } catch (IOException e) {
            throw new UncheckedIOException("a source that was read cannot be read again", e);
        }
        return changed.places;
    }

    private void compare(JsonNode a, JsonNode b) {
        if (places.size() >= most || a.equals(b)) {
            return;
        }
        if (a.isObject() && b.isObject()) {
            TreeSet<String> names = new TreeSet<>();
            a.fieldNames().forEachRemaining(names::add);
            b.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                compareAt(name, a.path(name), b.path(name));
            }
        } else if (a.isArray() && b.isArray() && a.size() == b.size()) {
            for (int i = 0; i < a.size(); i++) {
                compareAt(Integer.toString(i), a.path(i), b.path(i));
            }
        } else {
            places.add(path.pointer(LONGEST));
        }
    }

    private void compareAt(String name, JsonNode a, JsonNode b) {
        path.enter(name);
        compare(a, b);
        path.leave();
    }
}
