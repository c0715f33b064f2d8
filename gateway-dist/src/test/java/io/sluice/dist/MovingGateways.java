package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/** Two gateways that share a table of places, each of which may be killed and comes back. One thread works with them. */
final class MovingGateways implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<Distribution> distributions = new ArrayList<>();
    private final List<RunningGateway> running = new ArrayList<>();
    private final List<URI> reached = new CopyOnWriteArrayList<>();

    /** Starts them, in a directory of their own each. */
    MovingGateways(Path directory, String configuration) throws Exception {
        for (String name : List.of("one", "two")) {
            Distribution distribution = Distribution.copyTo(directory.resolve(name));
            distribution.configure(configuration);
            distributions.add(distribution);
            running.add(distribution.start());
        }
        for (RunningGateway gateway : running) {
            awaitReady(gateway);
            reached.add(gateway.address());
        }
    }

    private static void awaitReady(RunningGateway gateway) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> gateway.send("GET", "/", "").statusCode() != 503
                        && gateway.admin("/tenants").body().contains("\"version\""));
    }

    /** The listeners of those that take requests now; safe from any thread. */
    List<URI> reached() {
        return List.copyOf(reached);
    }

    RunningGateway any() {
        return running.getFirst();
    }

    /** Runs {@code sluice tenant}, which must succeed. */
    void command(String said, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("tenant"));
        all.addAll(List.of(words));
        all.addAll(List.of("--admin", any().adminAddress().toString()));
        Finished command = distributions.getFirst().command(all.toArray(String[]::new));
        assertThat(command.code()).as(command.output()).isZero();
        assertThat(command.output()).contains(said);
    }

    /** Orders a move, and returns at once. */
    void order(String tenant, String place) throws Exception {
        var answer = any().post("/tenants/" + tenant + "/move?place=" + place);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /** Waits until a tenant is where it is to be. */
    void awaitIn(String tenant, String place) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(row(tenant).path("place").asText()).isEqualTo(place));
    }

    /**
     * Waits for a step of a tenant's move, and kills the gateway that carries it or the other one; it comes back at once.
     *
     * @return the step in which it was killed; null if the move was over before
     */
    String kill(String tenant, String step, boolean mover) throws Exception {
        Carried carried = Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(3))
                .atMost(PATIENCE)
                .until(() -> carried(tenant, step), found -> found.over() || found.gateway() >= 0);
        if (carried.over()) {
            return null;
        }
        kill(mover ? carried.gateway() : 1 - carried.gateway());
        return step;
    }

    /**
     * How far a move has come.
     *
     * @param gateway which of the two carries it in the step that was asked for; -1 if none does
     */
    private record Carried(boolean over, int gateway) {}

    private Carried carried(String tenant, String step) throws Exception {
        JsonNode row = row(tenant);
        boolean over = row.path("goal").asText().equals(row.path("place").asText());
        boolean now = row.path("mover").isTextual()
                && row.at("/progress/step").asText().equals(step);
        return new Carried(over, now && !over ? carrying(row.path("mover").asText()) : -1);
    }

    private int carrying(String mover) throws Exception {
        for (JsonNode gateway : table().path("gateways")) {
            if (gateway.path("id").asText().equals(mover)) {
                for (int i = 0; i < running.size(); i++) {
                    if (gateway.path("name")
                            .asText()
                            .contains(" " + running.get(i).pid() + " ")) {
                        return i;
                    }
                }
            }
        }
        return -1;
    }

    private void kill(int which) throws Exception {
        URI address = running.get(which).address();
        running.get(which).kill();
        reached.remove(address);
        running.set(which, distributions.get(which).start());
        awaitReady(running.get(which));
        reached.add(running.get(which).address());
    }

    private JsonNode row(String tenant) throws Exception {
        for (JsonNode row : table().path("tenants")) {
            if (row.path("tenant").asText().equals(tenant)) {
                return row;
            }
        }
        throw new AssertionError("no move of " + tenant + " was ordered");
    }

    private JsonNode table() throws Exception {
        return MAPPER.readTree(any().admin("/tenants").body()).path("tables").path(0);
    }

    @Override
    public void close() throws IOException {
        for (RunningGateway gateway : running) {
            gateway.close();
        }
    }
}
