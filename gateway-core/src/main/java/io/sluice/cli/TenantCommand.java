package io.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice tenant}: looks at the places of tenants, and changes them, through a running gateway. */
@Command(
        name = "tenant",
        description = "Looks at the places of tenants, and changes them, through a running gateway.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class TenantCommand implements Runnable {
    private static final long EVERY_MILLIS = 200;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "name one of the commands list, status, move, back, finish, close, open");
    }

    @Command(
            name = "list",
            description = "Lists the tenants who are in a line of the table, and the gateways that share it.",
            mixinStandardHelpOptions = true)
    int list(@Mixin AdminOption admin, @Mixin AdminCredentials credentials) throws IOException, InterruptedException {
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            for (JsonNode table : calls.getLong("/tenants").path("tables")) {
                out().println("table " + table.path("table").asText() + ", version "
                        + table.path("version").asText());
                List<List<String>> rows = new ArrayList<>();
                rows.add(List.of("TENANT", "PLACE", "STATE", "VERSION", "AWAITED GATEWAYS"));
                for (JsonNode tenant : table.path("tenants")) {
                    rows.add(List.of(
                            tenant.path("tenant").asText(),
                            tenant.path("place").asText(),
                            tenant.path("state").asText(),
                            tenant.path("version").asText(),
                            Integer.toString(tenant.path("awaited").size())));
                }
                Columns.align(rows).forEach(out()::println);
                List<List<String>> gateways = new ArrayList<>();
                gateways.add(List.of("GATEWAY", "PROCESS", "PLACES", "STATE"));
                for (JsonNode gateway : table.path("gateways")) {
                    gateways.add(List.of(
                            gateway.path("id").asText(),
                            gateway.path("name").asText(),
                            beginning(gateway.path("places").asText()),
                            gateway.path("leaving").asBoolean() ? "silent, is taken out" : "there"));
                }
                Columns.align(gateways).forEach(out()::println);
            }
        }
        return ExitCode.OK;
    }

    @Command(
            name = "close",
            description = {
                "Refuses a tenant's requests (503), and waits until no gateway has one in flight that changes something.",
                "Then its documents may be carried to another place. sluice tenant open takes requests again."
            },
            mixinStandardHelpOptions = true)
    int close(
            @Parameters(paramLabel = "TENANT") String tenant,
            @Mixin TableOption table,
            @Mixin AdminOption admin,
            @Mixin AdminCredentials credentials)
            throws IOException, InterruptedException {
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            JsonNode report = calls.post(table.page(tenant, "close", null));
            if (!row(report, tenant).path("state").asText().equals("closed")) {
                throw new IOException("another order for tenant " + tenant + " came meanwhile");
            }
            awaitEnd(calls, tenant, report);
        }
        out().println("tenant " + tenant + " is closed at all gateways");
        return ExitCode.OK;
    }

    @Command(
            name = "open",
            description = "Takes a tenant's requests, in the place where it is or in another.",
            mixinStandardHelpOptions = true)
    int open(
            @Parameters(paramLabel = "TENANT") String tenant,
            @Option(
                            names = "--in",
                            paramLabel = "PLACE",
                            description = "the place; where the tenant is if it is left out")
                    @Nullable String place,
            @Mixin TableOption table,
            @Mixin AdminOption admin,
            @Mixin AdminCredentials credentials)
            throws IOException, InterruptedException {
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            calls.post(table.page(tenant, "open", place));
        }
        out().println("tenant " + tenant + " is open" + (place == null ? "" : " in " + place));
        return ExitCode.OK;
    }

    @Command(
            name = "status",
            description = "Shows one tenant; ends with 1 if something keeps its move from going on.",
            mixinStandardHelpOptions = true)
    int status(
            @Parameters(paramLabel = "TENANT") String tenant,
            @Mixin AdminOption admin,
            @Mixin AdminCredentials credentials)
            throws IOException, InterruptedException {
        TableOption.name(tenant, spec);
        int code = ExitCode.OK;
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            for (JsonNode table : calls.getLong("/tenants").path("tables")) {
                JsonNode row = row(table, tenant);
                out().println(table.path("table").asText() + ": " + words(tenant, row));
                if (!problem(row).isEmpty()) {
                    code = ExitCode.FAILED;
                }
            }
        }
        return code;
    }

    /** Enough of what identifies places to tell them from others. */
    private static String beginning(String places) {
        return places.substring(0, Math.min(8, places.length()));
    }

    private static String words(String tenant, JsonNode row) {
        if (row.isMissingNode()) {
            return "tenant " + tenant + " is in no line, so it is in the place of all others";
        }
        StringBuilder words = new StringBuilder("tenant " + tenant + " is "
                + row.path("state").asText() + " in " + row.path("place").asText());
        if (row.has("goal")) {
            JsonNode progress = row.path("progress");
            words.append(", copies go to ").append(row.path("other").asText());
            words.append(", is to be in ").append(row.path("goal").asText());
            words.append("; ").append(progress.path("step").asText("waits for a gateway"));
            words.append(", ").append(progress.path("documents").asLong()).append(" documents");
            words.append(", ").append(progress.path("differing").asLong()).append(" differed");
        }
        int awaited = row.path("awaited").size();
        if (awaited > 0) {
            words.append("; earlier requests may be in flight at ").append(awaited);
            words.append(awaited == 1 ? " gateway" : " gateways");
        }
        String problem = problem(row);
        return problem.isEmpty() ? words.toString() : words + "; cannot go on: " + problem;
    }

    private static String problem(JsonNode row) {
        JsonNode problem = row.path("progress").path("problem");
        return problem.isTextual() ? problem.asText() : "";
    }

    private static JsonNode row(JsonNode table, String tenant) {
        for (JsonNode row : table.path("tenants")) {
            if (row.path("tenant").asText().equals(tenant)) {
                return row;
            }
        }
        return MissingNode.getInstance();
    }

    @Command(
            name = "move",
            description = {
                "Brings a tenant to another place while it is used, and waits until it is there.",
                "Its writes are copied back until sluice tenant finish. If the command ends early, the move goes on."
            },
            mixinStandardHelpOptions = true)
    int move(
            @Parameters(paramLabel = "TENANT") String tenant,
            @Option(names = "--to", paramLabel = "PLACE", required = true, description = "the place") String place,
            @Mixin TableOption table,
            @Mixin AdminOption admin,
            @Mixin AdminCredentials credentials)
            throws IOException, InterruptedException {
        return bring(tenant, place, table.page(tenant, "move", place), admin, credentials);
    }

    @Command(
            name = "back",
            description = "Brings a tenant back to where it was before its move, and waits until it is there.",
            mixinStandardHelpOptions = true)
    int back(
            @Parameters(paramLabel = "TENANT") String tenant,
            @Mixin TableOption table,
            @Mixin AdminOption admin,
            @Mixin AdminCredentials credentials)
            throws IOException, InterruptedException {
        return bring(tenant, null, table.page(tenant, "back", null), admin, credentials);
    }

    /** @param wanted where the tenant is to be; null for where the answer to the order says */
    private int bring(
            String tenant, @Nullable String wanted, String page, AdminOption admin, AdminCredentials credentials)
            throws IOException, InterruptedException {
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            JsonNode report = calls.post(page);
            JsonNode ordered = row(report, tenant);
            String goal = wanted == null
                    ? ordered.path("goal").asText(ordered.path("place").asText())
                    : wanted;
            String shown = "";
            while (true) {
                JsonNode row = row(report, tenant);
                // A tenant for whom the order made no line was there before it.
                String place = row.path("place").asText(goal);
                if (!row.has("goal")) {
                    awaitEnd(calls, tenant, report);
                }
                if (!row.has("goal") || row.path("goal").asText().equals(place)) {
                    if (!place.equals(goal)) {
                        throw new IOException("tenant " + tenant + " is in " + place + ", not in " + goal
                                + ": another order came meanwhile");
                    }
                    out().println("tenant " + tenant + " is in " + place);
                    return ExitCode.OK;
                }
                String words = words(tenant, row);
                if (!words.equals(shown)) {
                    out().println(words);
                    shown = words;
                }
                Thread.sleep(EVERY_MILLIS);
                report = table(calls.getLong("/tenants"), report);
            }
        }
    }

    /** The table of an earlier report in a later one of all tables. */
    private static JsonNode table(JsonNode all, JsonNode before) throws IOException {
        for (JsonNode table : all.path("tables")) {
            if (table.path("table").equals(before.path("table"))) {
                return table;
            }
        }
        throw new IOException("the gateway does not have the table any longer");
    }

    @Command(
            name = "finish",
            description = {
                "Ends a move, and waits until nothing is copied back any longer. There is no way back.",
                "If the command ends early, the move has ended, and sluice tenant status shows who is awaited."
            },
            mixinStandardHelpOptions = true)
    int finish(
            @Parameters(paramLabel = "TENANT") String tenant,
            @Mixin TableOption table,
            @Mixin AdminOption admin,
            @Mixin AdminCredentials credentials)
            throws IOException, InterruptedException {
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            JsonNode report = calls.post(table.page(tenant, "finish", null));
            awaitEnd(calls, tenant, report);
            out().println("tenant " + tenant + " is in "
                    + row(report, tenant).path("place").asText() + " for good");
        }
        return ExitCode.OK;
    }

    /** Waits until no gateway has anything in flight that was decided before a tenant was closed, or before its move ended. */
    private static void awaitEnd(AdminCalls calls, String tenant, JsonNode ended)
            throws IOException, InterruptedException {
        JsonNode report = ended;
        while (!row(report, tenant).path("awaited").isEmpty()) {
            Thread.sleep(EVERY_MILLIS);
            report = table(calls.getLong("/tenants"), report);
            if (!row(report, tenant).path("version").equals(row(ended, tenant).path("version"))) {
                throw new IOException("another order for tenant " + tenant + " came meanwhile");
            }
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
