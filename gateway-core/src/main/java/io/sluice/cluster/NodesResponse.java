package io.sluice.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.config.DiscoveryConfig;
import io.sluice.config.HostPort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.client.Request;

/** Asks {@code GET _nodes/http,settings} and reads the answer. Stateless. */
final class NodesResponse {
    private static final int MAX_ROLES = 100;
    private static final JsonPointer EXPLICIT_INDEX =
            JsonPointer.compile("/settings/rest/action/multi/allow_explicit_index");
    /** Longer than any host name, id or role. */
    private static final int MAX_TEXT = 512;

    private NodesResponse() {}

    /** Asks for the answer that {@link #parse} reads. */
    static Request request() {
        Request request = new Request("GET", "/_nodes/http,settings");
        request.addParameter(
                "filter_path",
                "nodes.*.name,nodes.*.roles,nodes.*.http,nodes.*.version,nodes.*.settings.rest.action.multi");
        return request;
    }

    /**
     * The nodes that speak HTTP.
     *
     * @throws IOException if there are more than allowed, or what one says of itself cannot be used
     */
    static List<DiscoveredNode> parse(JsonNode answer, DiscoveryConfig config) throws IOException {
        JsonNode nodes = answer.path("nodes");
        if (nodes.size() > config.maxNodes()) {
            throw new IOException("the cluster describes " + nodes.size() + " nodes, more than discovery.maxNodes, "
                    + config.maxNodes());
        }
        List<DiscoveredNode> found = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : nodes.properties()) {
            JsonNode http = member.getValue().path("http");
            if (http.hasNonNull("publish_address")) {
                found.add(node(member.getKey(), member.getValue(), http, config.mapping()));
            }
        }
        return found;
    }

    private static DiscoveredNode node(String id, JsonNode node, JsonNode http, Map<HostPort, HostPort> mapping)
            throws IOException {
        JsonNode roles = node.path("roles");
        if (roles.size() > MAX_ROLES) {
            throw new IOException("a node says that it has " + roles.size() + " roles");
        }
        Set<String> names = new HashSet<>();
        for (JsonNode role : roles) {
            names.add(bounded(role.asText()));
        }
        String published = bounded(http.path("publish_address").asText());
        try {
            HostPort ip = HostPort.parse(published.substring(published.indexOf('/') + 1));
            HostPort address = named(published, ip);
            return new DiscoveredNode(
                    bounded(id),
                    bounded(node.path("name").asText()),
                    mapping.getOrDefault(address, address),
                    ip.address(),
                    names,
                    http.path("max_content_length_in_bytes").asLong(),
                    node.at(EXPLICIT_INDEX).asBoolean(true),
                    ServerVersion.of(bounded(node.path("version").asText())));
        } catch (IllegalArgumentException e) {
            throw new IOException("a node publishes an address that cannot be read: " + published, e);
        }
    }

    // Either host:port, or name/ip:port where the node was given a name to publish.
    private static HostPort named(String published, HostPort ip) {
        int slash = published.indexOf('/');
        return slash <= 0 ? ip : new HostPort(published.substring(0, slash), ip.port());
    }

    private static String bounded(String text) throws IOException {
        if (text.length() > MAX_TEXT) {
            throw new IOException("a node describes itself with a text of " + text.length() + " characters");
        }
        return text;
    }
}
