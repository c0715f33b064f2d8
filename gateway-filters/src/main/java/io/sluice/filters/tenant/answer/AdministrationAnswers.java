package io.sluice.filters.tenant.answer;

import io.sluice.filters.tenant.body.Features;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import java.util.Map;

/**
 * Grammars of the cluster's responses about whole indices and about the product. What reveals nodes, or work for other
 * tenants, is left out, replaced or set to 0.
 */
final class AdministrationAnswers {

    private static final Rule INDEX = Rule.to(Reference.INDEX);
    private static final Rule INDEX_OR_NOTHING = Rule.to(Reference.INDEX_OR_NOTHING);
    private static final Rule OF_OTHERS = Rule.to(Reference.NUMBER_OF_OTHERS);
    private static final Rule TEXT = Rule.to(Reference.TEXT);

    private final Features features;
    private final ObjectRule shards;
    private final ObjectRule error;

    AdministrationAnswers(Features features, ObjectRule shards, ObjectRule error) {
        this.features = features;
        this.shards = shards;
        this.error = error;
    }

    Map<AnswerKind, ObjectRule> rules() {
        return Map.of(
                AnswerKind.LOCKED, locked(),
                AnswerKind.ROLLED_OVER, rolledOver(),
                AnswerKind.HEALTH, health(),
                AnswerKind.STATISTICS, statistics(),
                AnswerKind.SEGMENTS, segments(),
                AnswerKind.ANALYSIS, new ObjectRule().key(Rule.ANY, "tokens", "detail"),
                AnswerKind.RESOLUTION, resolution(),
                AnswerKind.SHARDS, searchShards(),
                AnswerKind.PRODUCT, product());
    }

    private static ObjectRule object(String... scalars) {
        return new ObjectRule().key(Rule.SCALAR, scalars);
    }

    /** The settings of an index, which contain the names of indices that it was copied from. */
    static ObjectRule settings() {
        ObjectRule source = new ObjectRule()
                .key(new ObjectRule().key(TEXT, "name").others(Rule.ANY), "source")
                .key(TEXT, "source.name")
                .others(Rule.ANY);
        ObjectRule index = new ObjectRule()
                .key(TEXT, "provided_name", "resize.source.name", "shrink.source.name")
                .key(source, "resize", "shrink")
                .others(Rule.ANY);
        return new ObjectRule()
                .key(TEXT, "index.provided_name", "index.resize.source.name", "index.shrink.source.name")
                .key(index, "index")
                .others(Rule.ANY);
    }

    private ObjectRule locked() {
        ObjectRule shard = new ObjectRule().others(new ObjectRule().key(failures(), "failures"));
        ObjectRule one = object("closed").key(error, "exception").key(shard, "failedShards");
        return object("acknowledged", "shards_acknowledged")
                .key(new ObjectRule().others(Reference.INDEX, one), "indices");
    }

    private ObjectRule failures() {
        return object("shard", "status").key(INDEX, "index").key(error, "reason");
    }

    private static ObjectRule rolledOver() {
        return object("acknowledged", "shards_acknowledged", "rolled_over", "dry_run", "lazy")
                .key(INDEX, "old_index", "new_index")
                .key(Rule.ANY, "conditions");
    }

    private ObjectRule health() {
        ObjectRule shard = object("status", "primary_active", "active_shards", "relocating_shards")
                .key(Rule.SCALAR, "initializing_shards", "unassigned_shards", "unassigned_primary_shards");
        ObjectRule index = object("status", "number_of_shards", "number_of_replicas", "active_primary_shards")
                .key(Rule.SCALAR, "active_shards", "relocating_shards", "initializing_shards", "unassigned_shards")
                .key(Rule.SCALAR, "unassigned_primary_shards")
                .key(new ObjectRule().others(shard), "shards");
        // In the nested layout the tenant has no name for the physical index.
        Reference name = features.joinsIndices() ? Reference.INDEX_OR_NOTHING : Reference.INDEX;
        return object("cluster_name", "timed_out", "number_of_nodes", "number_of_data_nodes")
                .key(Rule.SCALAR, "discovered_master", "discovered_cluster_manager")
                .key(Rule.SCALAR, "active_primary_shards", "relocating_shards", "unassigned_primary_shards")
                .key(Rule.to(Reference.ACTIVE_SHARDS), "active_shards")
                .key(Rule.to(Reference.IDLE_SHARDS), "initializing_shards", "unassigned_shards")
                // The server's own value covers all shards of the cluster.
                .key(Rule.to(Reference.ACTIVE_SHARE), "active_shards_percent_as_number")
                .key(OF_OTHERS, "delayed_unassigned_shards", "number_of_pending_tasks", "number_of_in_flight_fetch")
                .key(OF_OTHERS, "task_max_waiting_in_queue_millis")
                .key(new ObjectRule().others(name, index), "indices");
    }

    private static ObjectRule routing() {
        return object("state", "primary");
    }

    private ObjectRule statistics() {
        ObjectRule shard = new ObjectRule()
                .key(routing(), "routing")
                .key(Rule.LEFT_OUT, "shard_path", "retention_leases")
                .others(Rule.ANY);
        ObjectRule index = object("uuid", "health", "status")
                .key(Rule.ANY, "primaries", "total")
                .key(new ObjectRule().others(shard), "shards");
        return new ObjectRule()
                .key(shards, "_shards")
                .key(Rule.ANY, "_all")
                .key(new ObjectRule().others(Reference.INDEX, index), "indices");
    }

    private ObjectRule segments() {
        ObjectRule shard = object("num_committed_segments", "num_search_segments")
                .key(routing(), "routing")
                .key(Rule.ANY, "segments");
        ObjectRule index = new ObjectRule().key(new ObjectRule().others(shard), "shards");
        return new ObjectRule().key(shards, "_shards").key(new ObjectRule().others(Reference.INDEX, index), "indices");
    }

    private static ObjectRule resolution() {
        ObjectRule index = object("attributes").key(INDEX, "name").key(INDEX_OR_NOTHING, "aliases", "data_stream");
        ObjectRule alias = new ObjectRule().key(INDEX, "name").key(INDEX_OR_NOTHING, "indices");
        ObjectRule stream = object("timestamp_field").key(INDEX, "name");
        return new ObjectRule().key(index, "indices").key(alias, "aliases").key(stream, "data_streams");
    }

    /** Without the nodes, and without the filters of aliases. */
    private static ObjectRule searchShards() {
        ObjectRule copy = object("state", "primary", "shard")
                .key(INDEX, "index")
                .key(Rule.to(Reference.NODE), "node", "relocating_node");
        ObjectRule index = new ObjectRule().key(INDEX_OR_NOTHING, "aliases");
        return new ObjectRule()
                .key(new ObjectRule().others(Reference.INDEX, index), "indices")
                .key(copy, "shards");
    }

    /** Without the name of who has the license, and without the number of nodes that it is for. */
    private static ObjectRule product() {
        ObjectRule license = object("uid", "status", "type", "mode", "issue_date", "issue_date_in_millis")
                .key(Rule.SCALAR, "start_date", "start_date_in_millis", "expiry_date", "expiry_date_in_millis");
        return object("tagline")
                .key(license.orElse(Rule.SCALAR), "license")
                .key(object("hash", "date"), "build")
                .key(new ObjectRule().others(object("available", "enabled")), "features");
    }
}
