package io.sluice.filters.guide;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Makes wrong files of good ones, as a slip of the hand or a bad script would: by characters, tokens, types and indents. */
final class ConfigMutator {

    private static final Pattern TOKEN = Pattern.compile("[^\\s\\[\\]{},:\"'#]+|\"[^\"\\n]*\"|'[^'\\n]*'");
    private static final List<String> CHARACTERS = List.of(
            "\t", "\0", ":", "{", "}", "[", "]", "\"", "'", "#", "&", "*", "!", "|", ">", "%", "@", "`", "-", "?", ",",
            "\r", "\n", "\u0085", "\u2028", "\uFEFF", "\uD800", "$", "${", "\\", "=", "\uE000", "\uE001", "\u00E9");
    private static final List<String> VALUES = List.of(
            "-1",
            "0",
            "99999999999999999999",
            "2147483648",
            "1e999",
            ".inf",
            ".nan",
            "0x1F",
            "0o7",
            "1_000",
            "***",
            "*a",
            "&a",
            "&a b",
            "!!binary x",
            "!!java.lang.Object {}",
            "!t",
            "null",
            "~",
            "''",
            "\" \"",
            "\"\\0\"",
            "999999999d",
            "999999999ms",
            "0s",
            "999999999999GiB",
            "0B",
            "http://",
            "http:",
            "//",
            "http:///x",
            "http://[::1",
            "127.0.0.1:9200",
            "http://a:b:9200",
            "https://u:p@h:1",
            "http://h:0",
            "host",
            ":99999",
            ":-1",
            "[::1]:1",
            "localhost:x",
            "a/b:1",
            "/\0",
            "\"a\\0b\"",
            "${",
            "${X}",
            "${X:}",
            "$${",
            "<<",
            "2001-01-01",
            "yes",
            "on",
            "(",
            "[a-",
            "*{2}",
            "/{a}/{a}",
            "/{",
            "%zz",
            "10.0.0.0/99",
            "::/0",
            "no/such/file",
            "/",
            ".",
            "..",
            "~/x",
            "none");
    private static final List<String> SHAPES = List.of(
            "{}", "[]", "[[]]", "{ a: 1 }", "[a, b]", "text", "1", "true", "null", "", "|\n    a", "{ a: { b: [1] } }");

    private final Random random;

    ConfigMutator(Random random) {
        this.random = random;
    }

    /** The text with one to three mistakes in it. */
    String mutate(String yaml) {
        String text = yaml;
        for (int mistakes = 1 + random.nextInt(3); mistakes > 0; mistakes--) {
            text = switch (random.nextInt(4)) {
                case 0 -> character(text);
                case 1 -> token(text);
                case 2 -> shape(text);
                default -> lines(text);
            };
        }
        return text;
    }

    private String any(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String character(String text) {
        int at = random.nextInt(text.length() + 1);
        int until = Math.min(text.length(), at + random.nextInt(2));
        String put = random.nextInt(3) == 0 ? "" : any(CHARACTERS);
        return text.substring(0, at) + put + text.substring(until);
    }

    private String token(String text) {
        List<MatchResult> tokens = TOKEN.matcher(text).results().toList();
        if (tokens.isEmpty()) {
            return text;
        }
        MatchResult at = tokens.get(random.nextInt(tokens.size()));
        String put = random.nextInt(4) == 0
                ? tokens.get(random.nextInt(tokens.size())).group()
                : any(VALUES);
        return text.substring(0, at.start()) + put + text.substring(at.end());
    }

    // What follows a key becomes something of another type.
    private String shape(String text) {
        List<MatchResult> colons =
                Pattern.compile(": ?").matcher(text).results().toList();
        if (colons.isEmpty()) {
            return text;
        }
        MatchResult colon = colons.get(random.nextInt(colons.size()));
        int end = text.indexOf('\n', colon.end());
        return text.substring(0, colon.start()) + ": " + any(SHAPES) + (end < 0 ? "" : text.substring(end));
    }

    private String lines(String text) {
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        int at = random.nextInt(lines.size());
        String line = lines.get(at);
        switch (random.nextInt(6)) {
            case 0 -> lines.set(at, "\t" + line.stripLeading());
            case 1 -> lines.set(at, " " + line);
            case 2 -> lines.set(at, line.startsWith(" ") ? line.substring(1) : line);
            case 3 -> lines.remove(at);
            case 4 -> lines.add(random.nextInt(lines.size()), line);
            default -> Collections.swap(lines, at, random.nextInt(lines.size()));
        }
        return String.join("\n", lines);
    }
}
