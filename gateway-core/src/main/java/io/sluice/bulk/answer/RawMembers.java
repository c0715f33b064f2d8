package io.sluice.bulk.answer;

import io.sluice.json.JsonLimits;
import io.sluice.json.JsonToken;
import io.sluice.json.JsonTokenizer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the members of one JSON object, each value as it is written. Stateless. */
final class RawMembers {

    private RawMembers() {}

    /**
     * The members by name, in their order; a name with escapes stays as it is written.
     *
     * @return empty if it is no object
     */
    static Map<String, String> of(byte[] json) {
        JsonTokenizer tokenizer = new JsonTokenizer(JsonLimits.DEFAULT);
        tokenizer.reset(0, 1);
        tokenizer.feed(json, 0, json.length, 0);
        Map<String, String> members = new LinkedHashMap<>();
        JsonToken token = tokenizer.next() == JsonToken.OBJECT ? tokenizer.next() : JsonToken.FAILED;
        while (token == JsonToken.NAME) {
            String name = text(json, (int) tokenizer.tokenFrom() + 1, (int) tokenizer.tokenTo() - 1);
            int nameTo = (int) tokenizer.tokenTo();
            token = tokenizer.skipTo(1);
            if (token == JsonToken.FAILED || token == JsonToken.MORE) {
                return Map.of();
            }
            String value = text(json, nameTo, (int) tokenizer.tokenTo());
            members.put(name, value.substring(value.indexOf(':') + 1).strip());
            token = tokenizer.next();
        }
        return token == JsonToken.OBJECT_END ? members : Map.of();
    }

    private static String text(byte[] json, int from, int to) {
        return new String(json, from, to - from, StandardCharsets.UTF_8);
    }
}
