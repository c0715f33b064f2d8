package io.sluice.json;

import io.sluice.api.Json;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonSplice;

/** Changes the beginning of the tokenizer's current string. On the exchange's event loop. */
final class StringBeginnings {

    /** What happens to the rest of the string. */
    enum Rest {
        /** The rest is copied as it is. */
        KEPT,
        /** The whole string has been rewritten. */
        DROPPED,
        /** The value is no string with this beginning, so nothing was written. */
        NONE
    }

    private final JsonTokenizer tokenizer;
    private final JsonPath path;
    private final Splicer splicer;

    StringBeginnings(JsonTokenizer tokenizer, JsonPath path, Splicer splicer) {
        this.tokenizer = tokenizer;
        this.path = path;
        this.splicer = splicer;
    }

    Rest shorten(JsonSplice.Shorten shorten) {
        if (!path.stringStartsWith(shorten.beginning())) {
            return Rest.NONE;
        }
        if (tokenizer.isEscaped()) {
            String rest = path.text().substring(shorten.beginning().length());
            splicer.insert(Json.string(rest).utf8());
            return Rest.DROPPED;
        }
        long content = tokenizer.tokenFrom() + 1;
        splicer.keepTo(content);
        splicer.dropTo(content + shorten.bytes());
        return Rest.KEPT;
    }

    Rest lengthen(JsonSplice.Lengthen longer) {
        if (path.kind() != JsonKind.STRING) {
            return Rest.NONE;
        }
        splicer.keepTo(tokenizer.tokenFrom() + 1);
        splicer.insertInside(longer.beginning());
        return Rest.KEPT;
    }
}
