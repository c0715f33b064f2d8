package io.sluice.filters.tenant.move;

import io.sluice.api.ClusterReader;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that change documents or indices in a cluster at one moment, by what their requests are called. Immutable.
 *
 * @param marks the beginning of each {@code X-Opaque-Id} up to its second slash: where it is a {@link ChangeMark}, all of that
 */
public record ClusterTasks(Set<String> marks) {

    private static final int REQUEST_TIMEOUT = 408;
    private static final int SERVER_ERROR = 500;
    private static final RequestTarget CHANGES =
            RequestTarget.parse("/_tasks?actions=indices:data/write/*,indices:admin/*&filter_path="
                    + "nodes.*.tasks.*.headers,node_failures,task_failures");

    public ClusterTasks {
        marks = Set.copyOf(marks);
    }

    /**
     * Reads the tasks of a cluster. Blocks.
     *
     * @throws IOException if they cannot be read, or not those of all nodes
     */
    public static ClusterTasks read(ClusterReader cluster) throws IOException {
        Map<String, @Nullable Object> answer = cluster.get(CHANGES);
        if (answer.containsKey("node_failures") || answer.containsKey("task_failures")) {
            throw new IOException("not all nodes of " + cluster.cluster() + " tell their tasks");
        }
        Set<String> marks = new HashSet<>();
        for (Object node : members(answer.get("nodes")).values()) {
            for (Object task : members(members(node).get("tasks")).values()) {
                Object opaqueId = members(members(task).get("headers")).get("X-Opaque-Id");
                if (opaqueId != null) {
                    marks.add(markIn(opaqueId.toString()));
                }
            }
        }
        return new ClusterTasks(marks);
    }

    /** Whether a cluster may go on with a request that was answered with such a status: who says 408 may stand before a server that does. */
    public static boolean mayFollow(int status) {
        return status == REQUEST_TIMEOUT || status >= SERVER_ERROR;
    }

    private static Map<?, ?> members(@Nullable Object json) {
        return json instanceof Map<?, ?> members ? members : Map.of();
    }

    private static String markIn(String opaqueId) {
        int end = opaqueId.indexOf('/', opaqueId.indexOf('/') + 1);
        return end < 0 ? opaqueId : opaqueId.substring(0, end);
    }
}
