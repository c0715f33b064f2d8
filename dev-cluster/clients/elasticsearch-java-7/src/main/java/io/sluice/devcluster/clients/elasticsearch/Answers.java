package io.sluice.devcluster.clients.elasticsearch;

import co.elastic.clients.elasticsearch._types.ElasticsearchException;
import co.elastic.clients.json.JsonpMapper;
import co.elastic.clients.json.JsonpSerializable;
import co.elastic.clients.transport.TransportException;
import jakarta.json.stream.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;

/** Prints what the client made of each answer, a line each: the whole of it, as JSON. Used by one thread. */
final class Answers {

    private final JsonpMapper mapper;
    private final PrintStream out;

    Answers(JsonpMapper mapper, PrintStream out) {
        this.mapper = mapper;
        this.out = out;
    }

    /** Makes a call and prints its answer, or the error or the bare status that the server answered with. */
    void print(String step, Call call) throws IOException {
        try {
            Object answer = call.answer();
            out.println(step + ": " + (answer instanceof JsonpSerializable value ? json(value) : answer));
        } catch (ElasticsearchException e) {
            out.println(step + ": refused " + json(e.response()));
        } catch (TransportException e) {
            // Elasticsearch 8 of the dev-cluster has no root endpoint.
            out.println(step + ": no answer, status " + e.statusCode());
        }
    }

    private String json(JsonpSerializable value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = mapper.jsonProvider().createGenerator(text)) {
            value.serialize(generator, mapper);
        }
        return text.toString();
    }

    /** A call of the client. */
    interface Call {

        /** The typed answer, or the value of one that is no JSON. */
        Object answer() throws IOException;
    }
}
