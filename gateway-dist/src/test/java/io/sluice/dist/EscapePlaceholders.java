package io.sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills the placeholders {@code @name@} and {@code @name|change@} of an attack. */
final class EscapePlaceholders {

    private static final Pattern PLACEHOLDER = Pattern.compile("@([a-z0-9]+)(?:\\|([a-z0-9]+))?@");
    private static final Pattern CHUNK = Pattern.compile("@chunk:([^@]*)@");
    private static final Pattern NOT_IN_A_TARGET = Pattern.compile("[\"{}<>^`|\\\\\\[\\]]");

    private EscapePlaceholders() {}

    /** The filled-in text; empty if a response lacked a needed value. */
    static Optional<String> fill(String text, Map<String, String> values) {
        StringBuilder filled = new StringBuilder();
        Matcher matcher = PLACEHOLDER.matcher(text);
        int from = 0;
        while (matcher.find(from)) {
            String value = values.get(matcher.group(1));
            if (value == null) {
                return Optional.empty();
            }
            Optional<String> inner = fill(value, values);
            if (inner.isEmpty()) {
                return Optional.empty();
            }
            filled.append(text, from, matcher.start());
            filled.append(matcher.group(2) == null ? inner.get() : change(matcher.group(2), inner.get()));
            from = matcher.end();
        }
        return Optional.of(filled.append(text, from, text.length()).toString());
    }

    /** Frames what stands between {@code @chunk:} and {@code @} as the rest of a chunk whose size is not known before. */
    static String frameChunks(String text) {
        return CHUNK.matcher(text).replaceAll(match -> {
            String chunk = match.group(1);
            return Matcher.quoteReplacement(Integer.toHexString(chunk.getBytes(UTF_8).length) + "\r\n" + chunk);
        });
    }

    private static String change(String name, String value) {
        return switch (name) {
            case "enc" -> URLEncoder.encode(value, UTF_8);
            case "uri" ->
                NOT_IN_A_TARGET
                        .matcher(value)
                        .replaceAll(match -> "%"
                                + HexFormat.of()
                                        .withUpperCase()
                                        .formatHex(match.group().getBytes(UTF_8)));
            case "b64" -> Base64.getEncoder().encodeToString(value.getBytes(UTF_8));
            case "unb64" -> unwrapped(value);
            case "flip" -> flipped(value, value.length() / 2);
            case "flipfirst" -> flipped(value, 0);
            case "fliplast" -> flipped(value, value.length() - 1);
            case "cut" -> value.substring(0, Math.max(0, value.length() - 4));
            case "head" -> value.substring(0, Math.min(8, value.length()));
            case "grow" -> value + "AAAA";
            case "double" -> value + value;
            case "swap" -> value.substring(value.length() / 2) + value.substring(0, value.length() / 2);
            case "upper" -> value.toUpperCase(Locale.ROOT);
            default -> throw new IllegalArgumentException("no change " + name);
        };
    }

    private static String unwrapped(String value) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(value.replace('+', '-').replace('/', '_'));
            return Base64.getEncoder().encodeToString(bytes).replace('A', 'B');
        } catch (IllegalArgumentException e) {
            return "x" + value;
        }
    }

    private static String flipped(String value, int at) {
        if (value.isEmpty()) {
            return "x";
        }
        char other = value.charAt(at) == 'A' ? 'B' : 'A';
        return value.substring(0, at) + other + value.substring(at + 1);
    }
}
