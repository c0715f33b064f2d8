package io.sluice.index.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.json.ForeignJson;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Writes the value that a parser stands at anew: in one line, numbers as they are written, and strings escaped in one way only, so
 * that equal texts have equal bytes. For one thread.
 */
public final class SourceWriter {
    /** The bytes of a hash. */
    public static final int HASH_BYTES = 16;

    private static final Comparator<Member> BY_NAME = Comparator.comparing(Member::name);

    private final ForeignJson json = new ForeignJson(SourceJson.factory());
    private final JsonText text = new JsonText();
    private final MessageDigest digest;
    private boolean sorted;

    /** A member of an object and where it stands in the text, without a comma. */
    private record Member(String name, int from, int to) {}

    /** Makes a writer. */
    public SourceWriter() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The value in the form; afterwards the parser stands at its last token. */
    public byte[] write(JsonParser parser, SourceForm form) throws IOException {
        text.truncate(0);
        sorted = form == SourceForm.HASH;
        value(parser);
        if (!sorted) {
            return text.toBytes();
        }
        digest.update(text.array(), 0, text.size());
        return Arrays.copyOf(digest.digest(), HASH_BYTES);
    }

    /** The hash of a source that was read before. */
    public byte[] hash(byte[] source) throws IOException {
        try (JsonParser parser = json.parser(source)) {
            parser.nextToken();
            return write(parser, SourceForm.HASH);
        }
    }

    private void value(JsonParser parser) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> text.string(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE, VALUE_NULL ->
                text.add(parser.getText());
            default -> throw new IOException("a source has an unexpected " + parser.currentToken());
        }
    }

    private void array(JsonParser parser) throws IOException {
        text.add('[');
        boolean first = true;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (!first) {
                text.add(',');
            }
            first = false;
            value(parser);
        }
        text.add(']');
    }

    private void object(JsonParser parser) throws IOException {
        text.add('{');
        int begin = text.size();
        List<Member> members = new ArrayList<>();
        boolean inOrder = true;
        String last = "";
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (!members.isEmpty()) {
                text.add(',');
            }
            int from = text.size();
            text.string(name).add(':');
            parser.nextToken();
            value(parser);
            inOrder &= members.isEmpty() || last.compareTo(name) <= 0;
            last = name;
            members.add(new Member(name, from, text.size()));
        }
        if (sorted && !inOrder) {
            sort(members, begin);
        }
        text.add('}');
    }

    private void sort(List<Member> members, int begin) {
        byte[] before = text.copy(begin, text.size());
        text.truncate(begin);
        members.sort(BY_NAME);
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            if (i > 0) {
                text.add(',');
            }
            text.add(before, member.from() - begin, member.to() - begin);
        }
    }
}
