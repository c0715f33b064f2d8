package io.sluice.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes objects that are written alike, but for texts, numbers, and now and then a member. */
final class RandomElements {

    private static final List<String> NAMES = List.of("a", "_id", "name", "_shards", "x\\u0041", "ü", "long name", "b");

    private RandomElements() {}

    /** What stands under a name: a kind of value, or members. */
    record Member(String name, int kind, List<Member> inside) {}

    static List<Member> form(Random random, int depth) {
        List<Member> members = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            int kind = random.nextInt(depth == 0 ? 4 : 7);
            members.add(new Member(
                    NAMES.get(random.nextInt(NAMES.size())), kind, kind < 4 ? List.of() : form(random, depth - 1)));
        }
        return members;
    }

    static void object(StringBuilder out, List<Member> form, Random random, String space) {
        out.append('{');
        boolean first = true;
        for (Member member : form) {
            if (random.nextInt(40) == 0) {
                continue;
            }
            out.append(first ? "" : ",")
                    .append(space)
                    .append('"')
                    .append(member.name)
                    .append("\":");
            first = false;
            value(out, random.nextInt(40) == 0 ? new Member("", random.nextInt(4), List.of()) : member, random, space);
        }
        out.append(space).append('}');
    }

    private static void value(StringBuilder out, Member member, Random random, String space) {
        switch (member.kind) {
            case 0 ->
                out.append(List.of("\"x\"", "\"y\"", "\"\"", "\"a\\n\"", "\"é\"", "\"acme:17\"")
                        .get(random.nextInt(random.nextBoolean() ? 2 : 6)));
            case 1 ->
                out.append(
                        List.of("1", "2", "12", "-3.5", "1e3", "0").get(random.nextInt(random.nextBoolean() ? 2 : 6)));
            case 2 -> out.append(random.nextInt(5) > 0 ? "true" : "false");
            case 3 -> out.append(random.nextInt(5) > 0 ? "null" : "0");
            case 4 -> object(out, member.inside, random, space);
            case 5 -> {
                out.append('[');
                for (int i = random.nextInt(5); i > 0; i--) {
                    object(out, member.inside, random, space);
                    out.append(i == 1 ? "" : ",");
                }
                out.append(']');
            }
            default ->
                out.append(
                        List.of("[1,2]", "[]", "[\"a\",3]", "[[1],[{\"a\":1}]]").get(random.nextInt(4)));
        }
    }

    /** The text with a byte left out, put in or exchanged. */
    static String broken(String text, Random random) {
        int at = random.nextInt(text.length());
        String other = List.of("", "\"", "{", "}", ",", "5", "x", ":", "]").get(random.nextInt(9));
        return text.substring(0, at) + other + text.substring(at + random.nextInt(2));
    }
}
