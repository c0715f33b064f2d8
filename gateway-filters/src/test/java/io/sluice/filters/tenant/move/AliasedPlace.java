package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.testkit.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Indices that have the same document or none, and an {@code alias} of one of them. For one thread. */
final class AliasedPlace implements UntranslatedDocuments {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final AliasTargets targets = new AliasTargets();
    private final TestCluster cluster = new TestCluster("test").answeringRequests(this::answer);
    private Set<String> full = Set.of();
    private @Nullable String target;

    AliasedPlace(String target) {
        this.target = target;
    }

    /** The alias stands for another index; for null it is not there. */
    void alias(@Nullable String index) {
        target = index;
    }

    /** The indices that have the document. */
    AliasedPlace documents(String... indices) {
        full = Set.of(indices);
        return this;
    }

    private ClusterResponse answer(String method, RequestTarget asked, String body) {
        try {
            ObjectNode answer = asked.rawPath().equals("/_mget") ? got(body) : aliases();
            return new ClusterResponse(
                    asked.rawPath().equals("/_bulk") ? 500 : 200,
                    answer.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ObjectNode aliases() {
        ObjectNode answer = MAPPER.createObjectNode();
        if (target != null) {
            answer.putObject(target).putObject("aliases").putObject("alias");
        }
        return answer;
    }

    private ObjectNode got(String body) throws IOException {
        ObjectNode answer = MAPPER.createObjectNode();
        ArrayNode docs = answer.putArray("docs");
        for (JsonNode wanted : MAPPER.readTree(body).path("docs")) {
            String asked = wanted.path("_index").asText();
            String index = asked.equals("alias") ? target : asked;
            ObjectNode doc = docs.addObject()
                    .put("_index", Objects.requireNonNullElse(index, asked))
                    .put("_id", wanted.path("_id").asText());
            if (index == null) {
                doc.putObject("error").put("type", "index_not_found_exception");
            } else if (full.contains(index)) {
                doc.put("_version", 1).put("_seq_no", 0).put("_primary_term", 1);
                doc.put("found", true).putObject("_source");
            } else {
                doc.put("found", false);
            }
        }
        return answer;
    }

    @Override
    public ClusterReader cluster() {
        return cluster;
    }

    @Override
    public AliasTargets aliasTargets() {
        return targets;
    }
}
