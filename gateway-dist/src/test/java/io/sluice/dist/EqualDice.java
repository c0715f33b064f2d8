package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** All random choices of the equivalence test, from one seed; also helpers to write JSON. */
final class EqualDice {

    static final ObjectMapper MAPPER = new ObjectMapper();

    static final List<String> WORDS = List.of(
            "amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "haven", "islet", "jetty", "knoll", "larch");

    private final Random random;

    EqualDice(long seed) {
        this.random = new Random(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** From the first number to the last, both included. */
    int between(int first, int last) {
        return first + random.nextInt(last - first + 1);
    }

    boolean in(int one) {
        return random.nextInt(one) == 0;
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** One of the first few choices. */
    @SafeVarargs
    final <T> T ofFirst(int count, T... choices) {
        return choices[random.nextInt(count)];
    }

    <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Deals the choices in random order; none repeats before all were dealt. */
    <T> Supplier<T> deck(List<T> choices) {
        Deque<T> left = new ArrayDeque<>();
        return () -> {
            if (left.isEmpty()) {
                List<T> shuffled = new ArrayList<>(choices);
                Collections.shuffle(shuffled, random);
                left.addAll(shuffled);
            }
            return left.removeFirst();
        };
    }

    String word() {
        return of(WORDS);
    }

    /** A text with the given number of words. */
    String words(int least, int most) {
        return IntStream.range(0, between(least, most)).mapToObj(i -> word()).collect(Collectors.joining(" "));
    }

    /** A day of the two months in which everything happens. */
    String day() {
        return "2026-0%d-%02d".formatted(between(1, 2), between(1, 28));
    }

    /** A decimal with few digits, some of them 10.0, which is not 10. */
    double decimal() {
        return in(5) ? 10.0 : below(2000) / 16.0;
    }

    ObjectNode point() {
        return o("lat", between(-8, 8) / 2.0, "lon", between(-8, 8) / 2.0);
    }

    /** An object of names and values in turn. */
    static ObjectNode o(Object... pairs) {
        ObjectNode object = MAPPER.createObjectNode();
        for (int i = 0; i < pairs.length; i += 2) {
            object.set((String) pairs[i], node(pairs[i + 1]));
        }
        return object;
    }

    /** An array. */
    static ArrayNode a(Object... elements) {
        ArrayNode array = MAPPER.createArrayNode();
        Arrays.stream(elements).forEach(element -> array.add(node(element)));
        return array;
    }

    private static JsonNode node(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** Adds a member in one of the given number of cases. */
    void sometimes(ObjectNode object, int one, String name, Object value) {
        if (in(one)) {
            object.set(name, node(value));
        }
    }

    /** The value as text, with the members of each object in random order. */
    String shuffled(JsonNode value) {
        return reordered(value).toString();
    }

    private JsonNode reordered(JsonNode value) {
        if (value.isArray()) {
            ArrayNode array = MAPPER.createArrayNode();
            value.forEach(element -> array.add(reordered(element)));
            return array;
        }
        if (!value.isObject()) {
            return value;
        }
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>(value.properties());
        Collections.shuffle(members, random);
        ObjectNode object = MAPPER.createObjectNode();
        members.forEach(member -> object.set(member.getKey(), reordered(member.getValue())));
        return object;
    }
}
