package io.sluice.index.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.json.ForeignJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads answers of searches and of gets of many documents. Takes nothing of an answer that is not whole. For one thread. */
public final class DocumentReader {
    private static final byte[] NOTHING = {};

    private final ForeignJson json = new ForeignJson(SourceJson.factory());
    private final SourceWriter writer = new SourceWriter();
    private final SourceForm form;

    /** A reader that makes this of each source. */
    public DocumentReader(SourceForm form) {
        this.form = form;
    }

    /**
     * The hits of a search.
     *
     * @throws IOException if it is not the whole answer of its shards, or a hit lacks what was asked for
     */
    public Page search(byte[] answer) throws IOException {
        List<Document> documents = new ArrayList<>();
        String context = null;
        boolean whole = false;
        long total = -1;
        try (JsonParser parser = json.parser(answer)) {
            expect(parser.nextToken(), JsonToken.START_OBJECT);
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                switch (name) {
                    case "timed_out" -> require(value != JsonToken.VALUE_TRUE, "the search timed out");
                    case "terminated_early" -> require(value != JsonToken.VALUE_TRUE, "the search ended early");
                    case "_shards" -> whole = shards(parser);
                    case "pit_id", "_scroll_id" -> context = parser.getText();
                    case "hits" -> total = hits(parser, documents);
                    default -> parser.skipChildren();
                }
            }
        }
        require(whole, "the answer does not say that its shards succeeded");
        require(total >= 0, "the answer does not say how many hits there are");
        return new Page(documents, total, context, answer.length);
    }

    // All that were asked succeeded, and at least one was.
    private static boolean shards(JsonParser parser) throws IOException {
        int total = 0;
        int successful = -1;
        int failed = 0;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "total" -> total = parser.getIntValue();
                case "successful" -> successful = parser.getIntValue();
                case "failed" -> failed = parser.getIntValue();
                default -> parser.skipChildren();
            }
        }
        return total > 0 && successful == total && failed == 0;
    }

    // Returns how many there are; -1 if that is not said.
    private long hits(JsonParser parser, List<Document> documents) throws IOException {
        long total = -1;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("hits") && value == JsonToken.START_ARRAY) {
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    documents.add(Objects.requireNonNull(document(parser, null)));
                }
            } else if (name.equals("total")) {
                total = total(parser);
            } else {
                parser.skipChildren();
            }
        }
        return total;
    }

    private static long total(JsonParser parser) throws IOException {
        long total = -1;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean value = parser.currentName().equals("value");
            parser.nextToken();
            total = value ? parser.getLongValue() : total;
        }
        return total;
    }

    /**
     * The documents of a get of many, in the order in which they were asked for; null where there is none.
     *
     * @param ids that were asked for
     * @throws IOException if one could not be looked up, or the answer is about others
     */
    public List<@Nullable Document> many(byte[] answer, List<String> ids) throws IOException {
        List<@Nullable Document> documents = new ArrayList<>();
        try (JsonParser parser = json.parser(answer)) {
            expect(parser.nextToken(), JsonToken.START_OBJECT);
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean docs = parser.currentName().equals("docs");
                parser.nextToken();
                if (docs) {
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        require(
                                documents.size() < ids.size(),
                                "the server looked up more documents than were asked for");
                        documents.add(document(parser, ids.get(documents.size())));
                    }
                } else {
                    parser.skipChildren();
                }
            }
        }
        require(
                documents.size() == ids.size(),
                "the server looked up " + documents.size() + " documents instead of " + ids.size());
        return documents;
    }

    /** @param asked the id that it must have; null if it may have any */
    private @Nullable Document document(JsonParser parser, @Nullable String asked) throws IOException {
        String index = null;
        String id = null;
        String routing = null;
        long version = Document.NO_VERSION;
        long seqNo = -1;
        long term = -1;
        boolean missing = false;
        byte[] content = null;
        try {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                switch (name) {
                    case "_index" -> index = parser.getText();
                    case "_id" -> id = parser.getText();
                    case "_routing" -> routing = parser.getText();
                    case "_version" -> version = Math.max(Document.NO_VERSION, parser.getLongValue());
                    case "_seq_no" -> seqNo = parser.getLongValue();
                    case "_primary_term" -> term = parser.getLongValue();
                    case "found" -> missing = value == JsonToken.VALUE_FALSE;
                    case "_source" -> content = writer.write(parser, form);
                    case "error" -> throw new IOException("a document could not be looked up");
                    default -> parser.skipChildren();
                }
            }
        } catch (IOException e) {
            // Servers keep what clients sent: comments, a byte order mark, half a surrogate pair.
            String problem = e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
            throw id == null
                    ? e
                    : new IOException("document '" + id + "' of index '" + index + "' cannot be read: " + problem, e);
        }
        require(
                asked == null || asked.equals(id),
                "the server looked up document '" + id + "' where '" + asked + "' was asked for");
        if (missing) {
            return null;
        }
        require(id != null && seqNo >= 0, "a hit lacks its id or sequence number");
        if (content == null) {
            require(form == SourceForm.NONE, "document '" + id + "' has no _source");
            content = NOTHING;
        }
        return new Document(Objects.requireNonNull(id), routing, version, seqNo, term, content);
    }

    private static void expect(@Nullable JsonToken token, JsonToken wanted) throws IOException {
        require(token == wanted, "an answer is no JSON object");
    }

    private static void require(boolean condition, String problem) throws IOException {
        if (!condition) {
            throw new IOException(problem);
        }
    }
}
