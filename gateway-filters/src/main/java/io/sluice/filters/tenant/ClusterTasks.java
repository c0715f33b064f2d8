package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that change documents or indices in a cluster at one moment, and have the name of a client. Immutable.
 *
 * @param tasks by their ids
 */
record ClusterTasks(Map<String, Task> tasks) {

    private static final RequestTarget CHANGES =
            RequestTarget.parse("/_tasks?actions=indices:data/write/*,indices:admin/*&filter_path="
                    + "nodes.*.tasks.*.headers,nodes.*.tasks.*.parent_task_id,node_failures,task_failures");

    /**
     * A task.
     *
     * @param opaqueId the {@code X-Opaque-Id} of the request that began it, which begins with the name of a tenant
     * @param parent id of the task that began it; null if there is none
     */
    record Task(String opaqueId, @Nullable String parent) {

        private boolean isOf(String tenant) {
            return opaqueId.equals(tenant) || opaqueId.startsWith(tenant + "/");
        }
    }

    ClusterTasks {
        tasks = Map.copyOf(tasks);
    }

    /**
     * Reads the tasks of a cluster. Blocks.
     *
     * @throws IOException if they cannot be read, or not those of all nodes
     */
    static ClusterTasks read(ClusterReader cluster) throws IOException {
        Map<String, @Nullable Object> answer = cluster.get(CHANGES);
        if (answer.containsKey("node_failures") || answer.containsKey("task_failures")) {
            throw new IOException("not all nodes of " + cluster.cluster() + " tell their tasks");
        }
        Map<String, Task> tasks = new HashMap<>();
        for (Object node : members(answer.get("nodes")).values()) {
            members(members(node).get("tasks")).forEach((id, task) -> {
                Object opaqueId = members(members(task).get("headers")).get("X-Opaque-Id");
                if (opaqueId != null) {
                    Object parent = members(task).get("parent_task_id");
                    tasks.put(
                            String.valueOf(id),
                            new Task(opaqueId.toString(), parent == null ? null : parent.toString()));
                }
            });
        }
        return new ClusterTasks(tasks);
    }

    private static Map<?, ?> members(@Nullable Object json) {
        return json instanceof Map<?, ?> members ? members : Map.of();
    }

    /** The ids of a tenant's tasks. */
    Set<String> of(String tenant) {
        return tasks.entrySet().stream()
                .filter(each -> each.getValue().isOf(tenant))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Those of earlier tasks that go on, and those that they have begun. */
    Set<String> left(Set<String> earlier) {
        Set<String> found = new HashSet<>();
        Set<String> known = new HashSet<>(earlier);
        boolean grown = !earlier.isEmpty();
        while (grown) {
            grown = false;
            for (Map.Entry<String, Task> each : tasks.entrySet()) {
                String parent = each.getValue().parent();
                if ((earlier.contains(each.getKey()) || parent != null && known.contains(parent))
                        && found.add(each.getKey())) {
                    known.add(each.getKey());
                    grown = true;
                }
            }
        }
        return Set.copyOf(found);
    }
}
