package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The members of a JSON object, with the places of their bytes, so that what is not changed stays as it was written. Immutable. */
public final class SourceMembers {

    private final byte[] object;
    private final List<Span> members;

    private record Span(String name, int nameStart, int start, int end) {}

    private SourceMembers(byte[] object, List<Span> members) {
        this.object = object;
        this.members = members;
    }

    /**
     * Reads an object.
     *
     * @throws IOException if it is not exactly one JSON object
     */
    public static SourceMembers of(byte[] object) throws IOException {
        List<Span> members = new ArrayList<>();
        try (JsonParser parser = StoredJson.tokens(object)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                int nameStart = (int) parser.currentTokenLocation().getByteOffset();
                parser.nextToken();
                int start = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                parser.finishToken();
                members.add(new Span(
                        name, nameStart, start, (int) parser.currentLocation().getByteOffset()));
            }
            if (parser.nextToken() != null) {
                throw new IOException("more than a JSON object");
            }
        }
        return new SourceMembers(object, List.copyOf(members));
    }

    /** Whether a member's name meets a condition. */
    public boolean has(Predicate<String> name) {
        return members.stream().anyMatch(member -> name.test(member.name));
    }

    /** The value of the last member of that name, as it was written; null if there is none. */
    public byte @Nullable [] value(String name) {
        byte[] value = null;
        for (Span member : members) {
            if (member.name.equals(name)) {
                value = Arrays.copyOfRange(object, member.start, member.end);
            }
        }
        return value;
    }

    /** The object with one more member at its end. */
    public byte[] with(String name, String text) {
        int close = object.length - 1;
        while (object[close] != '}') {
            close--;
        }
        String added = (members.isEmpty() ? "" : ",") + "\"" + name + "\":\"" + text + "\"";
        ByteArrayOutputStream out = new ByteArrayOutputStream(object.length + added.length());
        out.write(object, 0, close);
        out.writeBytes(added.getBytes(StandardCharsets.UTF_8));
        out.write(object, close, object.length - close);
        return out.toByteArray();
    }

    /** The object without members of a name. */
    public byte[] without(String name) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(object.length);
        int written = 0;
        for (int i = 0; i < members.size(); i++) {
            Span member = members.get(i);
            if (member.name.equals(name)) {
                boolean onlyBefore = i > 0 && !isDroppedUpTo(i, name);
                int from = onlyBefore ? commaBefore(member.nameStart) : member.nameStart;
                boolean next = i + 1 < members.size();
                int to = onlyBefore || !next ? member.end : members.get(i + 1).nameStart;
                out.write(object, written, from - written);
                written = to;
            }
        }
        out.write(object, written, object.length - written);
        return out.toByteArray();
    }

    /** Whether all members before one have the name. */
    private boolean isDroppedUpTo(int end, String name) {
        return members.subList(0, end).stream().allMatch(member -> member.name.equals(name));
    }

    private int commaBefore(int position) {
        int comma = position - 1;
        while (object[comma] != ',') {
            comma--;
        }
        return comma;
    }
}
