package io.sluice.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Reply;
import io.sluice.json.ForeignJson;
import io.sluice.queue.KeptLetter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Writes dead letters as a page. Their lines go from bytes to bytes, as a letter may be so long that it is not to be held often. */
final class LettersPage {
    /** How many letters there are. */
    static final String THERE = "dead_letters";

    private static final ForeignJson JSON = new ForeignJson(ForeignJson.rules().build());
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private LettersPage() {}

    /**
     * Makes the page.
     *
     * @param state of the queue, whose members come last; {@link #THERE} is one of them
     */
    static Reply of(List<KeptLetter> letters, ObjectNode state) throws JsonProcessingException {
        ByteArrayBuilder out = new ByteArrayBuilder();
        try (JsonGenerator json = MAPPER.createGenerator(out).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeArrayFieldStart("letters");
            for (KeptLetter letter : letters) {
                letter(letter, json);
            }
            json.writeEndArray();
            json.writeBooleanField("more", state.path(THERE).asLong() > letters.size());
            members(state, json);
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException("memory was written to", e);
        }
        return Page.json(out.toByteArray());
    }

    private static void letter(KeptLetter letter, JsonGenerator json) throws IOException {
        json.writeStartObject();
        members(JSON.tree(letter.told().getBytes(StandardCharsets.UTF_8)), json);
        byte[] lines = letter.lines();
        int action = 0;
        while (action < lines.length && lines[action] != '\n') {
            action++;
        }
        int end = lines.length;
        while (end > action && lines[end - 1] >= 0 && lines[end - 1] <= ' ') {
            end--;
        }
        text("action", lines, 0, action, json);
        text("source", lines, Math.min(action + 1, end), end, json);
        json.writeEndObject();
    }

    private static void members(JsonNode object, JsonGenerator json) throws IOException {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            json.writeFieldName(member.getKey());
            json.writeTree(member.getValue());
        }
    }

    private static void text(String name, byte[] lines, int from, int to, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        Reader text = new InputStreamReader(new ByteArrayInputStream(lines, from, to - from), StandardCharsets.UTF_8);
        json.writeString(text, -1);
    }
}
