package io.sluice.cluster;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

class ViewResponsesFuzzTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @FuzzTest
    void makesAViewOfEveryJson(byte[] text) {
        JsonNode answer;
        try {
            answer = MAPPER.readTree(text);
        } catch (IOException e) {
            return;
        }
        NamesResponse names = new NamesResponse();
        names.add(answer);
        AliasesResponse aliases = new AliasesResponse();
        aliases.add(answer);
        names.aliases.forEach(aliases::writeMember);
        aliases.writeMember("a", Set.of("a"));
        IndicesResponse indices = new IndicesResponse(Map.of("a", "127.0.0.1:9200"));
        indices.add(answer);
        ClusterView.of(
                List.of(),
                indices.indices(),
                indices.indices().keySet().stream()
                        .map(index -> new ClusterView.Name(index, index, null))
                        .toList());
    }
}
