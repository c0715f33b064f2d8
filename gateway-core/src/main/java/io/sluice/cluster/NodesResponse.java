package io.sluice.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.config.HostPort;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.client.Request;

/** Asks {@code GET _nodes/http} and reads the answer. Stateless. */
final class NodesResponse {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private NodesResponse() {}

    /** Asks for what {@link #parse} reads. */
    static Request request() {
        Request request = new Request("GET", "/_nodes/http");
        request.addParameter("filter_path", "nodes.*.name,nodes.*.roles,nodes.*.http,nodes.*.version");
        return request;
    }

    /**
     * The nodes that speak HTTP.
     *
     * @param mapping published addresses to those to use instead
     * @throws IOException if it is not JSON, or an address cannot be read
     */
    static List<DiscoveredNode> parse(InputStream body, Map<HostPort, HostPort> mapping) throws IOException {
        List<DiscoveredNode> found = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member :
                MAPPER.readTree(body).path("nodes").properties()) {
            JsonNode node = member.getValue();
            JsonNode http = node.path("http");
            if (http.hasNonNull("publish_address")) {
                HostPort published = address(http.get("publish_address").asText());
                Set<String> roles = new HashSet<>();
                node.path("roles").forEach(role -> roles.add(role.asText()));
                found.add(new DiscoveredNode(
                        member.getKey(),
                        node.path("name").asText(),
                        mapping.getOrDefault(published, published),
                        roles,
                        http.path("max_content_length_in_bytes").asLong(),
                        ServerVersion.of(node.path("version").asText())));
            }
        }
        return found;
    }

    // Either host:port, or name/ip:port where the node was given a name to publish.
    private static HostPort address(String published) throws IOException {
        try {
            int slash = published.indexOf('/');
            if (slash <= 0) {
                return HostPort.parse(published.substring(slash + 1));
            }
            HostPort ip = HostPort.parse(published.substring(slash + 1));
            return new HostPort(published.substring(0, slash), ip.port());
        } catch (IllegalArgumentException e) {
            throw new IOException("a node publishes an address that cannot be read: " + published, e);
        }
    }
}
