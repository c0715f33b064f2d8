package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands about indices before real servers, each killed in the middle and run again. {@code
 * -Dsluice.index.documents=1000000} takes more documents.
 */
class IndexIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int DOCUMENTS = Integer.getInteger("sluice.index.documents", 50_000);
    private static final int DIFFERENT = 4;
    /** What tells a shard from one that is restored in its place. */
    private static final String HISTORIES = "\"histories\":\\[\"[\\w-]{22}\"";

    @TempDir
    private static Path home;

    private static Distribution distribution;
    private static IndexServers servers;

    @TempDir
    Path directory;

    private IndexCommands commands;

    @BeforeAll
    static void start() throws Exception {
        distribution = Distribution.copyTo(home.resolve("sluice"));
        servers = IndexServers.start();
        servers.load(servers.seven(), "cities", DOCUMENTS);
    }

    @BeforeEach
    void runInTheDirectory() {
        commands = new IndexCommands(distribution, directory, DOCUMENTS);
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    private static int written(String output) {
        return Integer.parseInt(output.replaceAll("(?s).*: (\\d+) documents written in this run.*", "$1"));
    }

    @Test
    void migratesToANewerVersionAndGoesOnAfterAKill() throws Exception {
        Path state = directory.resolve("state");

        String output = commands.killedAndRunAgain(
                state.resolve("journal"),
                "\"at\":",
                6,
                "migrate",
                servers.seven() + "/cities",
                servers.eight() + "/copied",
                "--state",
                state.toString());

        assertThat(output)
                .contains(DOCUMENTS + " and " + DOCUMENTS + " documents, 0 only in A, 0 only in B, 0 different");
        assertThat(written(output))
                .as("documents of the second run")
                .isPositive()
                .isLessThan(DOCUMENTS);
        assertThat(Files.readString(state.resolve("journal"))).containsPattern(HISTORIES);
        JsonNode settings =
                servers.send(servers.eight(), "GET", "/copied/_settings", "").at("/copied/settings/index");
        assertThat(settings.path("refresh_interval").asText()).isEqualTo("7s");
        assertThat(settings.path("number_of_shards").asText()).isEqualTo("3");
        assertThat(servers.get(servers.eight(), "copied", "97").path("_version").asInt())
                .isEqualTo(2);
        assertThat(servers.get(servers.eight(), "copied", "20" + IndexServers.routing(20))
                        .path("_routing")
                        .asText())
                .isEqualTo("r6");
    }

    @Test
    void findsExactlyWhatDiffersAndRepairsIt() throws Exception {
        // Given
        URI seven = servers.seven();
        servers.load(seven, "one", 3_000);
        servers.send(seven, "PUT", "/other", "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":0}}");
        servers.send(
                seven,
                "POST",
                "/_reindex?refresh=true",
                "{\"source\":{\"index\":\"one\"},\"dest\":{\"index\":\"other\"}}");
        Map<String, String> expected = new TreeMap<>();
        StringBuilder changes = new StringBuilder();
        for (int i = 0; i < 21; i++) {
            int number = 11 + i * 13;
            String routed = number % 10 == 0 ? ",\"routing\":\"r" + number % 7 + "\"" : "";
            String id = "{\"_id\":\"" + number + "\"" + routed + "}";
            JsonNode source = servers.get(seven, "other", number + IndexServers.routing(number))
                    .path("_source");
            if (i < 7) {
                changes.append("{\"delete\":").append(id).append("}\n");
                expected.put(Integer.toString(number), "only-in-a");
            } else if (i < 14) {
                changes.append("{\"index\":").append(id).append("}\n");
                changes.append(source.toString().replaceFirst("\"population\":", "\"population\":1"))
                        .append('\n');
                expected.put(Integer.toString(number), "different");
            } else {
                // Members in another order are the same document.
                changes.append("{\"index\":")
                        .append(id)
                        .append("}\n{\"location\":")
                        .append(source.path("location"));
                changes.append(source.toString().replaceFirst("\\{", ",").replaceFirst(",\"location\":\\[[^]]*]", ""));
                changes.append('\n');
            }
        }
        for (int i = 0; i < 5; i++) {
            changes.append("{\"index\":{\"_id\":\"more-").append(i).append("\"}}\n{\"name\":\"more\"}\n");
            expected.put("more-" + i, "only-in-b");
        }
        servers.send(seven, "POST", "/other/_bulk", changes.toString());

        // When
        Path report = directory.resolve("report.ndjson");
        Finished diff = commands.index(
                "diff",
                seven + "/one",
                seven + "/other",
                "--report",
                report.toString(),
                "--fields",
                "3",
                "--snapshot",
                "scroll");

        // Then
        Map<String, String> found = new TreeMap<>();
        for (String line : Files.readAllLines(report)) {
            JsonNode difference = MAPPER.readTree(line);
            found.put(difference.path("id").asText(), difference.path("kind").asText());
            if (difference.path("kind").asText().equals("different")) {
                assertThat(difference.at("/fields/0").asText()).isEqualTo("/population");
            }
        }
        assertThat(found).isEqualTo(expected);
        assertThat(diff.code()).as(diff.output()).isEqualTo(DIFFERENT);
        assertThat(diff.output()).contains("7 only in A, 5 only in B, 7 different");

        Finished dry = commands.index("diff", seven + "/one", seven + "/other", "--repair", "a-to-b", "--delete");
        assertThat(dry.output()).contains("would be repaired with --yes: 14 written, 5 deleted; 0 left");
        assertThat(dry.code()).isEqualTo(DIFFERENT);
        commands.succeeds(
                "repaired: 14 written, 5 deleted; 0 left",
                "diff",
                seven + "/one",
                seven + "/other",
                "--repair",
                "a-to-b",
                "--delete",
                "--yes");
        commands.succeeds("0 only in A, 0 only in B, 0 different", "diff", seven + "/one", seven + "/other");
    }

    @Test
    void backsUpAndRestoresToAnotherProductAndGoesOnAfterKills() throws Exception {
        Path backup = directory.resolve("backup");
        String from = servers.seven() + "/cities";

        String made = commands.killedAndRunAgain(
                backup.resolve("journal"),
                "\"file\":",
                3,
                "backup",
                from,
                backup.toString(),
                "--file-size",
                DOCUMENTS * 4L / 1024 + "KiB");
        assertThat(made).contains("backed up 1 indices: " + DOCUMENTS + " documents");
        assertThat(backup.resolve("journal")).doesNotExist();
        Process sums = new ProcessBuilder("sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS")
                .directory(backup.toFile())
                .inheritIO()
                .start();
        assertThat(sums.waitFor()).isZero();

        Path state = directory.resolve("state");
        String restored = commands.killedAndRunAgain(
                state.resolve("journal"),
                "\"at\":",
                4,
                "restore",
                backup.toString(),
                servers.open().toString(),
                "--rename",
                "cities=restored",
                "--state",
                state.toString(),
                "--page",
                "256KiB");

        assertThat(restored).contains(DOCUMENTS + " documents in the backup, " + DOCUMENTS + " in restored");
        assertThat(written(restored))
                .as("documents of the second run")
                .isPositive()
                .isLessThan(DOCUMENTS);
        commands.succeeds(
                DOCUMENTS + " and " + DOCUMENTS + " documents, 0 only in A, 0 only in B, 0 different",
                "diff",
                from,
                servers.open() + "/restored",
                "--by",
                "both");
    }

    @Test
    void restoresNothingOfADamagedBackup() throws Exception {
        servers.load(servers.open(), "small", 500);
        Path backup = directory.resolve("backup");
        commands.succeeds("500 documents", "backup", servers.open() + "/small", backup.toString());
        Path file;
        try (var files = Files.walk(backup.resolve("data"))) {
            file = files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);

        Finished restore =
                commands.index("restore", backup.toString(), servers.seven().toString(), "--rename", "small=damaged");

        assertThat(restore.code()).isEqualTo(1);
        assertThat(restore.output()).contains("is damaged");
        assertThat(servers.get(servers.seven(), "damaged", "1").path("status").asInt())
                .isEqualTo(404);
    }

    @Test
    void translatesMappingsBetweenProductsBackAndForth() throws Exception {
        URI open = servers.open();
        servers.send(open, "PUT", "/flat", """
                {"settings":{"number_of_shards":1,"number_of_replicas":0,"analysis":{"analyzer":{"mine":{"tokenizer":"standard","filter":["lowercase"]}}}},
                 "aliases":{"flat-alias":{"filter":{"term":{"tag.a":"x1"}}}},
                 "mappings":{"dynamic":"strict","properties":{"tag":{"type":"flat_object"},"text":{"type":"text","analyzer":"mine"},
                  "parts":{"type":"nested","properties":{"n":{"type":"long"}}}}}}""");
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            body.append("{\"index\":{\"_id\":\"").append(i).append("\"}}\n");
            body.append("{ \"tag\": {\"a\":\"x")
                    .append(i)
                    .append("\"}, \"text\":\"Some Words ")
                    .append(i);
            body.append("\",\"parts\":[{\"n\":").append(i).append("},{\"n\":1.0}]}\n");
        }
        servers.send(open, "POST", "/flat/_bulk?refresh=true", body.toString());

        commands.succeeds(
                "0 different", "migrate", open + "/flat", servers.eight().toString(), "--aliases");
        commands.succeeds("0 different", "migrate", servers.eight() + "/flat", open + "/flat-again");
        try (var files = Files.walk(directory)) {
            assertThat(files.filter(file -> file.endsWith("journal")))
                    .hasSize(2)
                    .allSatisfy(file -> assertThat(file).content().containsPattern(HISTORIES));
        }

        JsonNode there = servers.send(servers.eight(), "GET", "/flat", "").path("flat");
        assertThat(there.at("/mappings/properties/tag/type").asText()).isEqualTo("flattened");
        assertThat(there.at("/mappings/dynamic").asText()).isEqualTo("strict");
        assertThat(there.at("/aliases/flat-alias/filter/term").isEmpty()).isFalse();
        assertThat(servers.send(servers.eight(), "POST", "/flat/_search", "{\"query\":{\"term\":{\"tag.a\":\"x77\"}}}")
                        .at("/hits/total/value")
                        .asInt())
                .isEqualTo(1);
        assertThat(servers.send(open, "GET", "/flat-again", "")
                        .at("/flat-again/mappings/properties/tag/type")
                        .asText())
                .isEqualTo("flat_object");
    }

    @Test
    void asksBeforeAnythingIsLost() throws Exception {
        URI seven = servers.seven();
        servers.send(seven, "PUT", "/lossy", """
                {"settings":{"number_of_shards":1,"number_of_replicas":0},
                 "mappings":{"_source":{"excludes":["secret"]},"properties":{"t":{"type":"text","boost":2.0}}}}""");
        servers.send(seven, "PUT", "/lossy/_doc/1?refresh=true", "{\"t\":\"x\",\"secret\":1}");

        Finished refused =
                commands.index("migrate", seven + "/lossy", servers.eight().toString());

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.output()).contains("--accept-loss source-filtered,boost");
        commands.succeeds(
                "0 different",
                "migrate",
                seven + "/lossy",
                servers.eight().toString(),
                "--accept-loss",
                "source-filtered,boost");
    }

    /** A server that reads by such a field finds no document, and says that all is well. */
    @Test
    void takesNoIndexWhoseRuntimeFieldsHideThoseOfTheServer() throws Exception {
        URI seven = servers.seven();
        servers.send(
                seven,
                "PUT",
                "/hidden",
                "{\"mappings\":{\"dynamic\":false,\"runtime\":{\"_seq_no\":{\"type\":\"long\"}}}}");
        servers.send(seven, "PUT", "/hidden/_doc/1?refresh=true", "{}");
        assertThat(servers.send(seven, "POST", "/hidden/_search", "{\"query\":{\"range\":{\"_seq_no\":{\"gte\":0}}}}")
                        .at("/hits/total/value")
                        .asInt(-1))
                .isZero();

        for (String[] arguments : new String[][] {
            {"migrate", seven + "/hidden", servers.open().toString()},
            {"backup", seven + "/hidden", directory.resolve("backup").toString()},
            {"diff", seven + "/hidden", seven + "/hidden"}
        }) {
            Finished refused = commands.index(arguments);
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.output()).contains("index 'hidden' has the runtime field '_seq_no'");
        }
    }

    /** Nobody has made the pipeline, so that the server refuses each search, count and point in time that would pass it. */
    @Test
    void readsPastTheSearchPipelineOfAnIndex() throws Exception {
        URI open = servers.open();
        servers.send(open, "PUT", "/piped", "{\"settings\":{\"number_of_replicas\":0}}");
        servers.send(open, "PUT", "/piped/_doc/1?refresh=true", "{\"a\":1}");
        servers.send(open, "PUT", "/piped/_settings", "{\"index.search.default_pipeline\":\"missing\"}");
        Path backup = directory.resolve("backup");

        commands.succeeds(
                "0 different", "migrate", open + "/piped", servers.seven().toString());
        commands.succeeds("", "diff", open + "/piped", servers.seven() + "/piped");
        commands.succeeds("", "backup", open + "/piped", backup.toString());
        commands.succeeds("1 in unpiped", "restore", backup.toString(), open.toString(), "--rename", "piped=unpiped");
    }

    @Test
    void takesAnIndexWithoutAnyMapping() throws Exception {
        URI seven = servers.seven();
        servers.send(seven, "PUT", "/blank", "{\"settings\":{\"number_of_replicas\":0}}");

        commands.succeeds(
                "0 different", "migrate", seven + "/blank", servers.open().toString());
        commands.succeeds(
                "", "backup", seven + "/blank", directory.resolve("backup").toString());
        commands.succeeds("", "diff", seven + "/blank", servers.open() + "/blank");
    }

    /** A document that is written all the time is in one shard's snapshot once, whatever its number was before. */
    @Test
    void losesNothingThatIsWrittenMeanwhileAndTakesNoWriteOnItsWayForADifference() throws Exception {
        // Given
        URI open = servers.open();
        URI eight = servers.eight();
        int documents = 2_000;
        servers.load(open, "live", documents);
        servers.load(eight, "live", documents);
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger writes = new AtomicInteger();
        List<Throwable> failures = new ArrayList<>();
        Thread writer = new Thread(() -> {
            try {
                while (!over.get()) {
                    int number = 1 + 10 * (writes.getAndIncrement() % 50);
                    String source = "{\"name\":\"write " + writes.get() + "\"}";
                    servers.send(open, "PUT", "/live/_doc/" + number, source);
                    servers.send(eight, "PUT", "/live/_doc/" + number, source);
                }
            } catch (Exception e) {
                failures.add(e);
            }
        });
        writer.start();
        try {
            Awaitility.await().atMost(commands.patience()).until(() -> writes.get() > 100 || !failures.isEmpty());

            // When, Then
            commands.succeeds("0 only in A, 0 only in B, 0 different", "diff", open + "/live", eight + "/live");
            Path backup = directory.resolve("backup");
            commands.succeeds("backed up 1", "backup", open + "/live", backup.toString());
            commands.succeeds(
                    documents + " in lived", "restore", backup.toString(), eight.toString(), "--rename", "live=lived");
        } finally {
            over.set(true);
            writer.join();
        }
        assertThat(failures).isEmpty();
        assertThat(servers.count(eight, "lived")).isEqualTo(documents);
        commands.succeeds(
                documents + " and " + documents + " documents, 0 only in A, 0 only in B, 0 different",
                "migrate",
                eight + "/lived",
                servers.seven().toString());
    }
}
