package io.sluice.cluster;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

class ViewResponsesFuzzTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @FuzzTest
    void makesAViewOfEveryJson(byte[] text) throws IOException {
        JsonNode answer;
        try {
            answer = MAPPER.readTree(text);
        } catch (IOException e) {
            return;
        }
        Set<String> asked = new HashSet<>();
        collect(answer, asked);
        NamesResponse names = new NamesResponse();
        names.add(answer, asked);
        AliasesResponse aliases = new AliasesResponse();
        aliases.add(answer, asked);
        names.aliases.forEach(aliases::writeMember);
        aliases.writeMember("a", Set.of("a"));
        IndicesResponse indices = new IndicesResponse(Map.of("a", "127.0.0.1:9200"));
        indices.add(answer, asked);
        ClusterView.of(
                Servers.of(List.of()),
                List.of(),
                indices.indices(),
                indices.indices().keySet().stream()
                        .map(index -> new ClusterView.Name(index, index, null))
                        .toList());
    }

    // Whatever the answer names was asked for.
    private static void collect(JsonNode node, Set<String> names) {
        names.add(node.asText());
        node.properties().forEach(member -> names.add(member.getKey()));
        node.forEach(child -> collect(child, names));
    }
}
