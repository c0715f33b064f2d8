package io.sluice.dist;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random values of Content-Type and Accept: types, parameters and lists by the grammar of HTTP, and mutations. */
final class FrontDoorHeaders {

    private static final List<String> TYPES = List.of(
            "application/json",
            "application/json",
            "application/json",
            "application/x-ndjson",
            "application/vnd.elasticsearch+json",
            "application/vnd.elasticsearch+x-ndjson",
            "application/vnd.elasticsearch+yaml",
            "application/vnd.elasticsearch+cbor",
            "application/vnd.elasticsearch+smile",
            "application/yaml",
            "application/cbor",
            "application/smile",
            "application/*",
            "*/*",
            "text/plain",
            "text/csv",
            "text/json",
            "application/x-www-form-urlencoded",
            "json",
            "yaml",
            "application/geo+json",
            "application/json-seq",
            "application/jsonl",
            "application / json",
            "");
    private static final List<String> PARAMETERS = List.of(
            "charset=utf-8",
            "charset=UTF-8",
            "charset=\"utf-8\"",
            "charset=utf-16",
            "charset=utf8",
            "compatible-with=7",
            "compatible-with=8",
            "compatible-with=9",
            "compatible-with=10",
            "compatible-with=77",
            "compatible-with =8",
            "compatible-with= 8",
            "Compatible-With=8",
            "compatible-with=\"8\"",
            "x=compatible-with=8",
            "x=compatible-with=7",
            "q=0.5",
            "q=0",
            "boundary=x",
            "x",
            "=",
            "");
    private static final String ODD = ";,/*+=\" \tjsonJSON-._yaml0";

    private final Random random;

    FrontDoorHeaders(Random random) {
        this.random = random;
    }

    /** The values of one header, in the order of their fields; none where it is not there. */
    List<String> values() {
        List<String> values = new ArrayList<>();
        for (int i = random.nextInt(20) == 0 ? 2 : random.nextInt(10) == 0 ? 0 : 1; i > 0; i--) {
            values.add(value().strip());
        }
        return values;
    }

    private String value() {
        StringBuilder value = new StringBuilder(one());
        while (random.nextInt(8) == 0) {
            value.append(random.nextBoolean() ? "," : ", ").append(one());
        }
        for (int i = random.nextInt(6) == 0 ? 1 + random.nextInt(2) : 0; i > 0; i--) {
            int at = random.nextInt(value.length() + 1);
            if (random.nextBoolean() || at == value.length()) {
                value.insert(at, ODD.charAt(random.nextInt(ODD.length())));
            } else {
                value.deleteCharAt(at);
            }
        }
        return value.toString();
    }

    private String one() {
        StringBuilder value = new StringBuilder(anyOf(TYPES));
        if (random.nextInt(8) == 0) {
            for (int i = 0; i < value.length(); i++) {
                if (random.nextBoolean()) {
                    value.setCharAt(i, Character.toUpperCase(value.charAt(i)));
                }
            }
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            value.append(anyOf(List.of(";", "; ", " ;", "\t;", " ; "))).append(anyOf(PARAMETERS));
        }
        return value.toString();
    }

    private <T> T anyOf(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
