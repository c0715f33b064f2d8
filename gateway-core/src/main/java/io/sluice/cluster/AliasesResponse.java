package io.sluice.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where aliases write, from the answers of {@code GET _alias/NAMES}. For one thread. */
final class AliasesResponse {
    /** What {@link #add} reads: an alias may have a long filter. A member of which the answer says neither is not in it. */
    static final String FILTER = "*.aliases.*.is_write_index,*.aliases.*.index_routing";

    private final Map<String, List<Member>> members = new HashMap<>();

    /**
     * An index or data stream that has an alias.
     *
     * @param name its name
     * @param write whether it is marked as the one that is written; null if it is not said
     * @param routing the alias's routing for writing to it
     */
    record Member(
            String name, @Nullable Boolean write, @Nullable String routing) {}

    /**
     * Adds the aliases of one answer.
     *
     * @param asked the requested aliases; others are ignored
     */
    void add(JsonNode answer, Set<String> asked) {
        for (Map.Entry<String, JsonNode> target : answer.properties()) {
            for (Map.Entry<String, JsonNode> alias :
                    target.getValue().path("aliases").properties()) {
                if (!asked.contains(alias.getKey())) {
                    continue;
                }
                JsonNode write = alias.getValue().get("is_write_index");
                JsonNode routing = alias.getValue().get("index_routing");
                members.computeIfAbsent(alias.getKey(), key -> new ArrayList<>())
                        .add(new Member(
                                target.getKey(),
                                write == null ? null : write.asBoolean(),
                                routing == null ? null : routing.asText()));
            }
        }
    }

    /**
     * The member that is written.
     *
     * @param indices the concrete indices behind the alias; a member that is none of them is a data stream
     * @return null where the server refuses to write: nothing is marked, and it is not one single index
     */
    @Nullable Member writeMember(String alias, Set<String> indices) {
        List<Member> said = members.getOrDefault(alias, List.of());
        List<Member> marked = said.stream()
                .filter(member -> Boolean.TRUE.equals(member.write()))
                .toList();
        if (marked.size() == 1) {
            return marked.getFirst();
        }
        if (indices.size() != 1) {
            return null;
        }
        Member single = new Member(indices.iterator().next(), null, null);
        for (Member member : said) {
            if (member.write() != null || !member.name().equals(single.name())) {
                return null;
            }
            single = member;
        }
        return single;
    }
}
