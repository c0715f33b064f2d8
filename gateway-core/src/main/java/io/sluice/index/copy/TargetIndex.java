package io.sluice.index.copy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cluster.IndexLook;
import io.sluice.cluster.IndexView;
import io.sluice.config.ClusterConfig;
import io.sluice.index.call.Call;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.job.Journal;
import io.sluice.index.read.IndexCatalog;
import io.sluice.index.read.IndexDescription;
import io.sluice.index.translate.Finding;
import io.sluice.index.translate.Findings;
import io.sluice.index.translate.IndexTranslation;
import io.sluice.index.write.Placement;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An index that documents are loaded into. Blocks; for one thread. */
public final class TargetIndex {
    private static final Logger LOG = LoggerFactory.getLogger(TargetIndex.class);
    private static final String MAKING = "making";

    private final ClusterCalls calls;
    private final String name;

    /** The index of this name. */
    public TargetIndex(ClusterCalls calls, String name) {
        this.calls = calls;
        this.name = name;
    }

    /**
     * Makes the index, or takes the one that is there.
     *
     * @param body for making it; null to take the one that is there
     * @param journal remembers that it is being made, so that a later run knows an index that was made by this one
     * @return its uuid
     * @throws IOException if there is one that is not to be taken, or none that is, or the target refuses the body
     */
    public String prepare(@Nullable ObjectNode body, Journal journal) throws IOException, InterruptedException {
        IndexDescription there = IndexCatalog.get(calls, name);
        if (body == null) {
            if (there == null) {
                throw new IOException("the target has no index '" + name + "' to load into");
            }
            return there.uuid();
        }
        if (there != null && !(isOurs(journal) && IndexCatalog.count(calls, there) == 0)) {
            throw new IOException("the target has an index '" + name
                    + "' already; --into-existing loads into it, and --rename into another");
        }
        if (there == null) {
            journal.add(JsonNodeFactory.instance.objectNode().put(MAKING, name));
            calls.json(Call.of("PUT", "/" + Call.encode(name), body.toString()).once());
            there = IndexCatalog.get(calls, name);
        }
        if (there == null) {
            throw new IOException("the target's index '" + name + "' has gone again");
        }
        checkMade(there, body);
        return there.uuid();
    }

    /** A template of the target may have added what nothing in a request for making an index prevents. */
    private static void checkMade(IndexDescription made, ObjectNode body) throws IOException {
        String name = made.name();
        boolean asAsked = made.mappings().path("_source").equals(body.at("/mappings/_source"))
                && made.settings()
                        .at("/mapping/source/mode")
                        .asText()
                        .equals(body.path("settings")
                                .path("index.mapping.source.mode")
                                .asText());
        if (!asAsked && losesSources(made)) {
            throw new IOException("a template of the target has index '" + name
                    + "' keep only parts of sources; change the template, and delete the index, which is empty");
        }
        String pipeline = made.settings().path("final_pipeline").asText();
        if (!pipeline.isEmpty() && !pipeline.equals("_none")) {
            throw new IOException("a template of the target gives index '" + name + "' the final_pipeline '" + pipeline
                    + "', which would change documents; change the template, and delete the index, which is empty");
        }
    }

    private static boolean losesSources(IndexDescription made) {
        Findings findings = new Findings();
        IndexTranslation.sources(made, findings);
        return findings.all().stream().anyMatch(Finding::loss);
    }

    private boolean isOurs(Journal journal) {
        return journal.entries().stream()
                .anyMatch(entry -> entry.path(MAKING).asText().equals(name));
    }

    /**
     * The index, which must still be the one that was prepared.
     *
     * @throws IOException if it is another one, or has gone
     */
    public IndexDescription require(String uuid) throws IOException, InterruptedException {
        IndexDescription there = IndexCatalog.get(calls, name);
        if (there == null || !there.uuid().equals(uuid)) {
            throw new IOException("index '" + name + "' is not the one that this job began with");
        }
        return there;
    }

    /** Where documents belong; null to leave that to the nodes, as where this user may not look at the cluster. */
    public @Nullable Placement placement(ClusterConfig config) {
        try {
            IndexView view = IndexLook.read(config, ClusterCalls.tlsOf(config), name);
            return view == null
                    ? null
                    : Placement.of(view, config.nodes().getFirst().getScheme());
        } catch (IOException e) {
            LOG.atDebug().addKeyValue("index", name).setCause(e).log("bulks are not grouped by node");
            return null;
        }
    }

    /** Puts back what held up loading, adds aliases, and makes all documents visible. */
    public void finish(JsonNode held, @Nullable JsonNode aliases) throws IOException, InterruptedException {
        String path = "/" + Call.encode(name);
        if (held.size() > 0) {
            calls.json(Call.of("PUT", path + "/_settings", held.toString()));
        }
        if (aliases != null && aliases.size() > 0) {
            calls.json(Call.of("POST", "/_aliases", aliasActions(aliases).toString()));
        }
        calls.json(Call.of("POST", path + "/_refresh", ""));
    }

    private ObjectNode aliasActions(JsonNode aliases) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode actions = body.putArray("actions");
        aliases.properties().forEach(alias -> {
            ObjectNode add = actions.addObject().putObject("add");
            add.put("index", name).put("alias", alias.getKey());
            if (alias.getValue() instanceof ObjectNode terms) {
                add.setAll(terms);
            }
        });
        return body;
    }
}
