package io.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The text of {@code sluice top}, made of the admin page {@code /overview}. Stateless. */
final class TopScreen {
    private static final int SLOW_ROWS = 8;
    private static final int REFUSED_ROWS = 5;
    private static final int PATH_LENGTH = 60;

    private TopScreen() {}

    static String of(JsonNode overview) {
        StringBuilder text = new StringBuilder();
        text.append("Sluice %s, up %s, %s%n"
                .formatted(
                        plain(overview.path("version")),
                        seconds(overview.path("uptime_seconds").asDouble()),
                        overview.path("ready").asBoolean() ? "ready" : "NOT READY"));
        problems(overview, text);
        now(overview.path("now"), text);
        ways(overview, text);
        queues(overview.path("queues"), text);
        nodes(overview, text);
        requests("Slowest of the last 10 minutes", overview.path("slow"), SLOW_ROWS, text);
        requests("Last refused or failed", overview.path("refused"), REFUSED_ROWS, text);
        return text.toString();
    }

    private static void problems(JsonNode overview, StringBuilder text) {
        for (JsonNode problem : overview.path("problems")) {
            text.append("%s  %s: %s%n"
                    .formatted(
                            problem.path("severity").asText().toUpperCase(Locale.ROOT),
                            plain(problem.path("what")),
                            plain(problem.path("detail"))));
        }
        if (overview.path("problems").isEmpty()) {
            text.append("Nothing is wrong.%n".formatted());
        }
    }

    private static void now(JsonNode now, StringBuilder text) {
        text.append("%nlast minute  %s/s, %s errors/s, p50 %s, p99 %s; in the gateway p50 %s, p99 %s%n"
                .formatted(
                        number(now.path("requests_per_second")),
                        number(now.path("errors_per_second")),
                        millis(now.path("request_ms").path("p50")),
                        millis(now.path("request_ms").path("p99")),
                        millis(now.path("gateway_ms").path("p50")),
                        millis(now.path("gateway_ms").path("p99"))));
        text.append("in flight %s, connections %s%n"
                .formatted(number(now.path("requests_active")), number(now.path("connections"))));
    }

    private static void ways(JsonNode overview, StringBuilder text) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"LISTENER", "FLOW", "CLUSTER", "REQUESTS/S", "ERRORS/S", "P50", "P99", "GATEWAY P99"});
        for (JsonNode way : overview.path("ways")) {
            rows.add(new String[] {
                plain(way.path("listener")),
                plain(way.path("flow")),
                plain(way.path("cluster")),
                number(way.path("requests_per_second")),
                number(way.path("errors_per_second")),
                millis(way.path("request_p50_ms")),
                millis(way.path("request_p99_ms")),
                millis(way.path("gateway_p99_ms"))
            });
        }
        table(rows, text);
    }

    private static void queues(JsonNode queues, StringBuilder text) {
        if (queues.isEmpty()) {
            return;
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(
                new String[] {"QUEUE", "CLUSTER", "STATE", "RECORDS", "OLDEST", "KEPT/S", "INDEXED/S", "AGAIN/S", "DEAD"
                });
        for (JsonNode queue : queues) {
            JsonNode oldest = queue.path("oldest_seconds");
            rows.add(new String[] {
                plain(queue.path("name")),
                plain(queue.path("cluster")),
                state(queue),
                number(queue.path("records")),
                oldest.isNumber() ? seconds(oldest.asDouble()) : "-",
                number(queue.path("kept_per_second")),
                number(queue.path("indexed_per_second")),
                number(queue.path("again_per_second")),
                number(queue.path("dead_letters"))
            });
        }
        table(rows, text);
    }

    private static String state(JsonNode queue) {
        if (queue.path("failure").isTextual()) {
            return "failed";
        }
        return queue.path("failed_lanes").isEmpty() ? QueueCommand.intake(queue) : "lanes stand still";
    }

    private static void nodes(JsonNode overview, StringBuilder text) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"CLUSTER", "NODE", "HEALTH", "REQUESTS/S", "CONNECTIONS", "ACTIVE", "WAITING"});
        for (JsonNode cluster : overview.path("clusters")) {
            for (JsonNode node : cluster.path("nodes")) {
                rows.add(new String[] {
                    plain(cluster.path("name")),
                    plain(node.path("address")),
                    node.path("left_out").asBoolean() ? "left out" : "ok",
                    number(node.path("requests_per_second")),
                    number(node.path("connections")),
                    number(node.path("active")),
                    number(node.path("queued"))
                });
            }
        }
        table(rows, text);
    }

    private static void requests(String title, JsonNode requests, int most, StringBuilder text) {
        if (requests.isEmpty()) {
            return;
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"TIME", "GATEWAY", "STATUS", "FLOW", "KIND", "REQUEST"});
        for (JsonNode request : requests) {
            if (rows.size() <= most) {
                String path = plain(request.path("path"));
                rows.add(new String[] {
                    millis(request.path("total_ms")),
                    millis(request.path("gateway_ms")),
                    plain(request.path("status")),
                    plain(request.path("flow")),
                    plain(request.path("failure")),
                    plain(request.path("method")) + " " + path.substring(0, Math.min(PATH_LENGTH, path.length()))
                });
            }
        }
        text.append("%n%s".formatted(title));
        table(rows, text);
    }

    private static void table(List<String[]> rows, StringBuilder text) {
        int[] widths = new int[rows.getFirst().length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        text.append(System.lineSeparator());
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                line.append(row[i]).repeat(' ', widths[i] - row[i].length() + 2);
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
    }

    // What a terminal could take for a command is replaced: a path may hold anything.
    private static String plain(JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return "-";
        }
        StringBuilder text = new StringBuilder();
        value.asText()
                .codePoints()
                .forEach(c -> text.appendCodePoint(
                        Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c));
        return text.toString();
    }

    private static String number(JsonNode value) {
        double number = value.asDouble();
        boolean whole = number == Math.rint(number) || number >= 100;
        return String.format(Locale.ROOT, whole ? "%.0f" : "%.2f", number);
    }

    private static String millis(JsonNode value) {
        if (!value.isNumber()) {
            return "-";
        }
        double millis = value.asDouble();
        return millis >= 10_000
                ? String.format(Locale.ROOT, "%.1f s", millis / 1_000)
                : String.format(Locale.ROOT, millis >= 100 ? "%.0f ms" : "%.2f ms", millis);
    }

    private static String seconds(double seconds) {
        long whole = (long) seconds;
        return whole >= 3_600
                ? whole / 3_600 + " h " + whole / 60 % 60 + " min"
                : whole / 60 + " min " + whole % 60 + " s";
    }
}
