package io.sluice.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One page of the admin endpoint.
 *
 * @param description one line
 * @param kind how it is asked for
 * @param parameters those that it knows
 * @param maker makes the answer
 */
record Page(String description, Kind kind, Set<String> parameters, Maker maker) {
    private static final Logger LOG = LoggerFactory.getLogger(Page.class);
    private static final String JSON = "application/json; charset=UTF-8";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    Page {
        parameters = Set.copyOf(parameters);
    }

    /** One without parameters. */
    Page(String description, Kind kind, Maker maker) {
        this(description, kind, Set.of(), maker);
    }

    /** How a page is asked for, and where its answer is made. */
    enum Kind {
        /** By GET; made on the event loop, since it only reads a few fields. */
        AT_ONCE,
        /** By GET; made on a separate thread. */
        READ,
        /** By POST, since it changes something; made on a separate thread. */
        CHANGE,
        /** As READ, but it may wait for a cluster or for other gateways, so that no page of the other kinds may wait for it. */
        LONG_READ,
        /** As CHANGE, but it may wait as LONG_READ. */
        LONG_CHANGE;

        boolean changes() {
            return this == CHANGE || this == LONG_CHANGE;
        }

        boolean isLong() {
            return this == LONG_READ || this == LONG_CHANGE;
        }

        boolean takes(String method) {
            return changes() ? method.equals("POST") : method.equals("GET") || method.equals("HEAD");
        }

        String methods() {
            return changes() ? "POST" : "GET, HEAD";
        }
    }

    /** Makes an answer, on any thread. */
    interface Maker {
        /** @param accept the request's header of that name; null if there is none */
        Reply make(@Nullable String accept) throws JsonProcessingException;
    }

    /** Makes the answer; an exception becomes one too. */
    Reply answer(@Nullable String accept) {
        try {
            return maker.make(accept);
        } catch (JsonProcessingException | RuntimeException e) {
            LOG.atError().addKeyValue("page", description).setCause(e).log("an admin page failed");
            return Reply.error(500, "sluice_internal", "the page could not be made");
        }
    }

    static Reply json(int status, String body) {
        return reply(status, JSON, body);
    }

    static Reply json(int status, JsonNode body) throws JsonProcessingException {
        return json(status, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(body) + "\n");
    }

    static Reply json(JsonNode body) throws JsonProcessingException {
        return json(200, body);
    }

    /** @param body in UTF-8; given away */
    static Reply json(byte[] body) {
        return new Reply(200, Headers.of("Content-Type", JSON), body);
    }

    static Reply reply(int status, String type, String body) {
        return new Reply(status, Headers.of("Content-Type", type), body.getBytes(StandardCharsets.UTF_8));
    }
}
