package io.sluice.dist;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Generated names, values and objects of one layout's requests. For one thread. */
final class TenantNamesTexts {

    private static final List<String> WILD =
            List.of("*", "l*", "lo*", "m*", "logs*", "*s", "x*", "z*", "metrics-*", "l*s", "*-1", "mb*", "_all");
    private static final List<String> ODD = List.of(
            "",
            " ",
            "missing",
            "logs-b",
            "secret",
            "bolt.logs",
            "acme.logs",
            "logs.acme",
            "t-acme",
            "t-bolt",
            ".hidden",
            ".",
            "..",
            "-",
            "+logs",
            "<logs-{now/d}>",
            "<bolt.logs-{now/d}>",
            "<{now/d}>",
            "<logs>",
            "<l*>",
            "other:logs",
            "*:*",
            "logs::data",
            "logs::failures",
            "Logs",
            "logs|x",
            "ma",
            "all",
            "null",
            "[logs]",
            "logs#x",
            "lo\\u0067s",
            "logs\\u002cx",
            "l\\u002a");

    private final Random random;
    private final List<String> names;
    private final TenantNamesLayout layout;

    TenantNamesTexts(Random random, TenantNamesLayout layout) {
        this.random = random;
        this.layout = layout;
        List<String> all = new ArrayList<>(layout.names());
        all.addAll(List.of("logs", "logs-a"));
        this.names = List.copyOf(all);
    }

    boolean chance(int of) {
        return random.nextInt(of) == 0;
    }

    <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** The name of an index, most often one that the tenant has. */
    String name() {
        return chance(12) ? one(ODD) : called(one(names));
    }

    /** What the client calls an index of the tenant. */
    String called(String name) {
        return layout.called(name);
    }

    /** An expression of indices as a text without commas. */
    String element() {
        String plain = switch (random.nextInt(16)) {
            case 0 -> one(ODD);
            case 1, 2, 3, 4, 5 -> wildcard();
            default -> called(one(names));
        };
        return chance(5) ? "-" + plain : plain;
    }

    private String wildcard() {
        String wild = one(WILD);
        int star = wild.indexOf('*');
        // Where the tenant's name is within the name of an index, wildcards come behind it.
        return called("#").length() > 1 && star > 0 && !chance(4)
                ? called(wild.substring(0, star).replaceAll("-$", "")) + "-*"
                : wild;
    }

    /** An expression of indices. */
    String expression() {
        int parts = chance(2) ? 1 : 1 + random.nextInt(4);
        String elements = joined(parts, this::element);
        return chance(8) ? wildcard() + ",-" + elements : elements;
    }

    String joined(int parts, Supplier<String> part) {
        return IntStream.range(0, parts).mapToObj(i -> part.get()).collect(Collectors.joining(","));
    }

    String quoted(String text) {
        return "\"" + text + "\"";
    }

    /** The key of a member, now and then with an escape in it. */
    String key(String key) {
        if (!chance(24) || key.isEmpty()) {
            return quoted(key);
        }
        int at = random.nextInt(key.length());
        return quoted(key.substring(0, at) + String.format("\\u%04x", (int) key.charAt(at)) + key.substring(at + 1));
    }

    /** A member, whose value is now and then of any kind instead. */
    String member(String key, Supplier<String> value) {
        return key(key) + ":" + (chance(10) ? any() : value.get());
    }

    /** A value of any kind. */
    String any() {
        return switch (random.nextInt(16)) {
            case 0 -> "null";
            case 1 -> "true";
            case 2 -> "7";
            case 3 -> "{}";
            case 4 -> "[]";
            case 5 -> "[[]]";
            case 6 -> "[" + quoted(name()) + ",[" + quoted(name()) + "]]";
            case 7 -> "[" + joined(1 + random.nextInt(3), () -> quoted(element())) + "]";
            case 8 -> "{" + quoted(name()) + ":" + any() + "}";
            case 9 -> "[null]";
            case 10 -> "[{}]";
            case 11 -> "[" + any() + "," + any() + "]";
            case 12 -> "\"\"";
            case 13 -> "1.5e3";
            default -> quoted(expression());
        };
    }

    /** A value that names indices. */
    String indices() {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> "[" + joined(1 + random.nextInt(3), () -> quoted(element())) + "]";
            case 3 -> "[]";
            default -> quoted(expression());
        };
    }

    /** An object, now and then with a member twice. */
    String object(List<String> members) {
        List<String> all = new ArrayList<>(members);
        if (!all.isEmpty() && chance(20)) {
            all.add(one(all));
        }
        String space = chance(12) ? one(List.of(" ", "\t", " \r")) : "";
        return "{" + space + String.join("," + space, all) + space + "}";
    }

    /** The text, now and then with a small change somewhere. */
    String mutated(String text) {
        if (!chance(8) || text.isEmpty()) {
            return text;
        }
        int at = random.nextInt(text.length());
        String before = text.substring(0, at);
        String after = text.substring(at);
        return switch (random.nextInt(6)) {
            case 0 -> before + text.substring(at + 1);
            case 1 -> before + text.charAt(at) + after;
            case 2 ->
                before + one(List.of("{", "}", "[", "]", ",", ":", "\"", "\\", " ", "\n", "\r\n", "#", "/**/")) + after;
            case 3 -> before;
            case 4 -> before + text.substring(random.nextInt(text.length()));
            default -> before + one(List.of("{}", "[]", "null", "\"index\":[]", ",\"index\":\"x\"")) + after;
        };
    }
}
