package io.sluice.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Tokens as text, by the tokenizer and by Jackson. */
final class Tokens {

    private static final JsonFactory JACKSON = new JsonFactory();

    private Tokens() {}

    /** Kind and raw text of each token with its offsets, or one entry that says why the text is refused. */
    static List<String> of(byte[] text, int... sizes) {
        JsonTokenizer tokenizer = new JsonTokenizer(JsonLimits.DEFAULT);
        tokenizer.capture(true);
        List<String> tokens = new ArrayList<>();
        int at = 0;
        for (int size : sizes) {
            byte[] window = new byte[size + 5];
            System.arraycopy(text, at, window, 2, size);
            tokenizer.feed(window, 2, 2 + size, at);
            JsonToken token;
            while ((token = tokenizer.next()) != JsonToken.MORE) {
                if (token == JsonToken.FAILED) {
                    return List.of(tokenizer.failure().toString());
                }
                tokens.add(describe(tokenizer, token));
            }
            java.util.Arrays.fill(window, (byte) '#');
            at += size;
        }
        JsonToken last = tokenizer.finish();
        if (last == JsonToken.NUMBER) {
            tokens.add(describe(tokenizer, last));
            last = tokenizer.finish();
        }
        return last == JsonToken.FAILED ? List.of(tokenizer.failure().toString()) : tokens;
    }

    private static String describe(JsonTokenizer tokenizer, JsonToken token) {
        String content = token == JsonToken.NAME || token == JsonToken.STRING || token == JsonToken.NUMBER
                ? " " + new String(tokenizer.content(), tokenizer.contentFrom(), tokenizer.contentLength(), UTF_8)
                : "";
        return token + " " + tokenizer.tokenFrom() + "-" + tokenizer.tokenTo() + content;
    }

    static boolean isRefused(byte[] text) {
        return of(text, text.length).stream().anyMatch(token -> token.startsWith("JsonFailure"));
    }

    /** The same by Jackson, with names and strings decoded and no offsets. */
    static List<String> byJackson(byte[] text) throws IOException {
        List<String> tokens = new ArrayList<>();
        try (JsonParser parser = JACKSON.createParser(text)) {
            com.fasterxml.jackson.core.JsonToken token;
            while ((token = parser.nextToken()) != null) {
                tokens.add(
                        switch (token) {
                            case FIELD_NAME -> "NAME " + parser.currentName();
                            case VALUE_STRING -> "STRING " + parser.getText();
                            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "NUMBER " + parser.getText();
                            default -> parser.getText();
                        });
            }
        }
        return tokens;
    }

    /** What {@link #of} found, in the form of {@link #byJackson}. */
    static List<String> asJackson(byte[] text, List<String> tokens) {
        List<String> result = new ArrayList<>();
        for (String token : tokens) {
            String[] parts = token.split(" ", 3);
            int dash = parts[1].indexOf('-');
            int from = Integer.parseInt(parts[1].substring(0, dash));
            int to = Integer.parseInt(parts[1].substring(dash + 1));
            String raw = new String(text, from, to - from, UTF_8);
            result.add(
                    switch (parts[0]) {
                        case "NAME", "STRING" -> parts[0] + " " + decoded(raw);
                        case "NUMBER" -> "NUMBER " + raw;
                        default -> raw;
                    });
        }
        return result;
    }

    private static String decoded(String quoted) {
        byte[] raw = quoted.substring(1, quoted.length() - 1).getBytes(UTF_8);
        byte[] target = new byte[raw.length];
        int length = JsonStrings.unescape(raw, 0, raw.length, target);
        return JsonStrings.text(target, 0, length, true);
    }
}
