package io.sluice.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.AnswerTooLongException;
import io.sluice.config.HostPort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.elasticsearch.client.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the nodes of a cluster and what is known of some names: what they stand for, then where aliases write, then the concrete
 * indices that are written, and never more. Blocks; for one thread.
 */
final class ViewReader {
    private static final Logger LOG = LoggerFactory.getLogger(ViewReader.class);
    private static final Map<String, String> ALL_THERE_IS =
            Map.of("expand_wildcards", "all", "ignore_unavailable", "true");

    private final ControlPlane plane;
    private final ControlClient client;
    private final Supplier<Set<HostPort>> reached;

    /**
     * @param client stays the caller's, and is only used by this reader
     * @param reached the addresses that the gateway sends requests to
     */
    ViewReader(ControlPlane plane, ControlClient client, Supplier<Set<HostPort>> reached) {
        this.plane = plane;
        this.client = client;
        this.reached = reached;
    }

    /**
     * A view of these names. Those that nothing stands behind are not in it.
     *
     * @param names only {@link IndexNames#possible} ones
     * @throws IOException if no seed answered, not as expected, or for another cluster than before
     */
    ClusterView read(Collection<String> names) throws IOException {
        return client.askOne(plane.identity(), asking -> readFromOne(names));
    }

    private ClusterView readFromOne(Collection<String> names) throws IOException {
        List<DiscoveredNode> described = NodesResponse.parse(
                client.tree(NodesResponse.request()), plane.config().discovery());
        Servers servers = Servers.of(described);
        Set<HostPort> known = reached.get();
        List<DiscoveredNode> nodes = described.stream()
                .filter(node -> known.contains(node.address()) && !node.isMasterOnly())
                .toList();
        if (names.isEmpty()) {
            return ClusterView.of(servers, nodes, Map.of(), List.of());
        }
        NamesResponse kinds = new NamesResponse();
        resolve(names, kinds);
        List<ClusterView.Name> found = new ArrayList<>();
        kinds.indices.forEach(index -> found.add(new ClusterView.Name(index, index, null)));
        if (!kinds.aliases.isEmpty()) {
            found.addAll(aliases(kinds));
        }
        kinds.dataStreams.forEach((stream, index) -> found.add(new ClusterView.Name(stream, index, null)));
        return ClusterView.of(servers, nodes, indices(found, nodes), found);
    }

    private void resolve(Collection<String> names, NamesResponse kinds) throws IOException {
        get("/_resolve/index/", Set.copyOf(names), allThereIs(NamesResponse.FILTER), kinds::add);
    }

    private List<ClusterView.Name> aliases(NamesResponse kinds) throws IOException {
        AliasesResponse aliases = new AliasesResponse();
        // An alias that has gone meanwhile makes a 404 around the others.
        get(
                "/_alias/",
                kinds.aliases.keySet(),
                Map.of("expand_wildcards", "all", "filter_path", AliasesResponse.FILTER, "ignore", "404"),
                aliases::add);
        Map<String, AliasesResponse.Member> written = new HashMap<>();
        Set<String> streams = new HashSet<>();
        List<ClusterView.Name> found = new ArrayList<>();
        kinds.aliases.forEach((alias, indices) -> {
            AliasesResponse.Member member = aliases.writeMember(alias, indices);
            if (member == null) {
                found.add(new ClusterView.Name(alias, null, null));
            } else {
                written.put(alias, member);
                if (!indices.contains(member.name()) && !kinds.dataStreams.containsKey(member.name())) {
                    streams.add(member.name());
                }
            }
        });
        resolve(streams, kinds);
        written.forEach((alias, member) -> {
            String index = kinds.dataStreams.getOrDefault(member.name(), member.name());
            found.add(new ClusterView.Name(alias, index, member.routing()));
        });
        return found;
    }

    private Map<String, IndexView> indices(List<ClusterView.Name> names, List<DiscoveredNode> nodes)
            throws IOException {
        Map<String, String> addresses = new HashMap<>();
        nodes.forEach(node -> addresses.put(node.id(), node.address().toString()));
        Set<String> written = new HashSet<>();
        for (ClusterView.Name name : names) {
            if (name.index() != null) {
                written.add(name.index());
            }
        }
        IndicesResponse indices = new IndicesResponse(addresses);
        get("/_cluster/state/metadata,routing_table/", written, allThereIs(IndicesResponse.FILTER), indices::add);
        return indices.indices();
    }

    private static Map<String, String> allThereIs(String filter) {
        Map<String, String> parameters = new HashMap<>(ALL_THERE_IS);
        parameters.put("filter_path", filter);
        return parameters;
    }

    /** Takes one answer; only the names that were asked for count. */
    private interface Sink {
        void add(JsonNode answer, Set<String> asked) throws IOException;
    }

    private void get(String path, Set<String> names, Map<String, String> parameters, Sink sink) throws IOException {
        for (String part : IndexNames.paths(names)) {
            get(path, part, parameters, answer -> sink.add(answer, names));
        }
    }

    /** Takes one answer. */
    private interface Answers {
        void add(JsonNode answer) throws IOException;
    }

    // Clients make what a name stands for, so one must not keep others from being read: it counts as one that is
    // nowhere.
    private void get(String path, String names, Map<String, String> parameters, Answers answers) throws IOException {
        Request request = new Request("GET", path + names);
        parameters.forEach(request::addParameter);
        try {
            answers.add(client.tree(request));
        } catch (AnswerTooLongException e) {
            int middle = IndexNames.middle(names);
            if (middle < 0) {
                LOG.atDebug().setCause(e).log("what a name stands for cannot be read");
                return;
            }
            get(path, names.substring(0, middle), parameters, answers);
            get(path, names.substring(middle + 1), parameters, answers);
        }
    }
}
