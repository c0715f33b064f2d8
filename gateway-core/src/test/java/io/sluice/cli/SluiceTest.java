package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plugin.PluginJar;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Tag("slow")
class SluiceTest {

    private static final String YAML = """
            plugins: { directory: plugins }
            clusters:
              primary: { nodes: [http://127.0.0.1:9200] }
            flows:
              greeted:
                filters: [{ type: greet, config: { greeting: good day } }]
                relay: { cluster: primary }
              default: { relay: { cluster: primary } }
            listeners:
              - name: http
                bind: 127.0.0.1:0
                routes:
                  - match: { methods: [GET], paths: ["/{index}/_doc/{id}"] }
                    flow: greeted
                  - flow: default
            admin: { enabled: false }
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path home;

    @BeforeEach
    void install() throws IOException {
        new PluginJar().factory("Greet", "greet").write(home.resolve("plugins/greeter.jar"));
        Files.writeString(home.resolve("gateway.yml"), YAML);
    }

    @Test
    void acceptsAConfigurationThatCanBeUsed() {
        // When / Then
        assertThat(run("check", "-c", config())).isZero();
        assertThat(out).hasToString(config() + ": can be used; 0 warnings\n");
    }

    @Test
    void printsTheConfigurationThatIsInEffect() {
        // When / Then
        assertThat(run("check", "--effective", "-c", config())).isZero();
        assertThat(out.toString()).contains("greeting: good day", "idleTimeout: 45s");
    }

    @Test
    void reportsProblemsOfTheFileWithTheirPlaceAndACodeOfTheirOwn() throws IOException {
        // Given
        Files.writeString(
                home.resolve("gateway.yml"), YAML.replace("good day", "''").replace("flow: default", "flow: no"));

        // When / Then
        assertThat(run("check", "-c", config())).isEqualTo(3);
        assertThat(err.toString())
                .contains("gateway.yml:6:38: flows.greeted.filters[0].config: greeting must not be empty")
                .contains("gateway.yml:15:15: listeners[0].routes[1].flow: there is no flow 'no'")
                .endsWith("3 problems\n");
    }

    @Test
    void reportsAMissingPluginDirectoryAtItsKeyAndNothingThatFollowsFromIt() throws IOException {
        // Given
        Files.writeString(home.resolve("gateway.yml"), YAML.replace("directory: plugins", "directory: ../none"));

        // When / Then
        assertThat(run("check", "-c", config())).isEqualTo(3);
        assertThat(err.toString())
                .isEqualTo(config() + ":1:23: plugins.directory: there is no directory " + home.resolveSibling("none")
                        + "\n1 problem\n");
    }

    @Test
    void reportsAFilterThatCannotBeMade() throws IOException {
        // Given
        Files.writeString(home.resolve("gateway.yml"), YAML.replace("good day", "refused"));

        // When / Then
        assertThat(run("check", "-c", config())).isEqualTo(3);
        assertThat(err.toString()).contains("gateway.yml:6:15: flows.greeted.filters[0]: not this one", "1 problem\n");
    }

    @Test
    void warnsOfAnAddressThatIsTakenAndFailsOfWarningsWhereThatIsWanted() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // Given
            String bind = "127.0.0.1:" + taken.getLocalPort();
            Files.writeString(home.resolve("gateway.yml"), YAML.replace("127.0.0.1:0", bind));

            // When / Then
            assertThat(run("check", "-c", config())).isZero();
            assertThat(out).hasToString(config() + ": can be used; 1 warning\n");
            assertThat(err)
                    .hasToString("warning: " + config() + ":11:11: listeners[0].bind: cannot listen on " + bind
                            + " now: the address is in use by another process\n");
            assertThat(run("check", "--strict", "-c", config())).isEqualTo(3);
        }
    }

    @Test
    void namesAddressAndListenerWhereAnAddressIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // Given
            String bind = "127.0.0.1:" + taken.getLocalPort();
            Files.writeString(home.resolve("gateway.yml"), YAML.replace("127.0.0.1:0", bind));

            // When / Then
            assertThat(run("run", "-c", config())).isEqualTo(1);
            assertThat(err)
                    .hasToString("sluice: cannot listen on " + bind
                            + " for listener 'http': the address is in use by another process\n");
        }
    }

    @Test
    void checkTriesWhatTheMachineHasToHave() throws IOException {
        // Given
        String relay = "default: { relay: { cluster: primary, bulk: { groupBy: deal, config: { groups: 2 },"
                + " spool: { directory: nowhere } } } }";
        new PluginJar().router("Dealer", "deal").write(home.resolve("plugins/dealer.jar"));
        Files.writeString(home.resolve("gateway.yml"), YAML.replace("default: { relay: { cluster: primary } }", relay));

        // When / Then
        assertThat(run("check", "-c", config())).isEqualTo(3);
        assertThat(run("run", "-c", config())).isEqualTo(3);
        assertThat(err.toString())
                .startsWith(config() + ":8:")
                .contains("flows.default.relay.bulk.spool.directory: there is no directory " + home.resolve("nowhere"))
                .endsWith("\n1 problem\n");
    }

    @Test
    void checkComparesTheLanesOfQueuesThatKeepTheSame() throws IOException {
        // Given: the double has as many lanes as its place has letters
        queues("{ engine: shelf, config: { place: abc }, cluster: primary, copies: [other] }", "abcd");

        // When / Then
        assertThat(run("check", "-c", config())).isEqualTo(3);
        assertThat(err.toString())
                .contains("queues.ingest: queue ingest and its copy other need the same number of lanes")
                .endsWith("\n1 problem\n");
    }

    @Test
    void checkAsksEnginesWhetherQueuesCouldBeOpened() throws IOException {
        // Given
        queues("{ engine: shelf, config: { place: nowhere }, cluster: primary, copies: [other] }", "seventh");

        // When / Then
        assertThat(run("check", "-c", config())).isEqualTo(3);
        assertThat(err.toString())
                .contains("queues.ingest: there is no nowhere")
                .endsWith("\n1 problem\n");
    }

    @Test
    void endsAsAfterAFailureThatMayPassWhereAQueueCannotBeOpenedNow() throws IOException {
        // Given
        queues("{ engine: shelf, config: { place: abc }, cluster: primary, copies: [other] }", "def");

        // When / Then
        assertThat(run("check", "-c", config())).isZero();
        assertThat(run("run", "-c", config())).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("sluice: " + config() + ":")
                .endsWith("queues.ingest: abc is no place for ingest\n");
    }

    private void queues(String ingest, String placeOfOther) throws IOException {
        new PluginJar().queue("Shelf", "shelf").write(home.resolve("plugins/shelf.jar"));
        String other = "{ engine: shelf, config: { place: " + placeOfOther + " }, cluster: second }";
        Files.writeString(
                home.resolve("gateway.yml"),
                YAML.replace("default: { relay: { cluster: primary } }", "default: { relay: { queue: ingest } }")
                        .replace("flows:\n", "  second: { nodes: [http://127.0.0.1:9201] }\nflows:\n")
                        .replace("flows:\n", "queues: { ingest: " + ingest + ", other: " + other + " }\nflows:\n"));
    }

    @Test
    void explainsWhatBecomesOfABulk() throws IOException {
        // Given
        new PluginJar().router("Dealer", "deal").write(home.resolve("plugins/dealer.jar"));
        Files.writeString(
                home.resolve("gateway.yml"),
                YAML.replace(
                        "default: { relay: { cluster: primary } }",
                        "default: { relay: { cluster: primary, bulk: { groupBy: deal, config: { groups: 2 } } } }"));

        // When / Then
        assertThat(run("explain", "POST /logs/_bulk", "-c", config())).isZero();
        assertThat(run("explain", "POST /logs/_bulk", "-d", "{}", "-c", config()))
                .isZero();
        assertThat(run("explain", "GET /logs/_search", "-c", config())).isZero();
        assertThat(out.toString())
                .contains("bulk      split by router 'deal', if it has at least 256KiB and 100 items")
                .contains("bulk      relayed whole to one node, because: short\n")
                .containsPattern("GET /logs/_search\n(?!.*\nbulk )");
    }

    @Test
    void explainsTheWayOfARequestThatAFilterAnswers() {
        // When / Then
        assertThat(run("explain", "GET /logs/_doc/1", "-c", config())).isZero();
        assertThat(out.toString())
                .contains("request   GET /logs/_doc/1\n")
                .contains("listener  http, 127.0.0.1:0\n")
                .contains("route 1   taken: the method is one of GET, the path is one of /{index}/_doc/{id}\n")
                .contains("flow      greeted\n")
                .contains("filter 1  greet: answers 200 good day\n")
                .contains("cluster   none, the filter answers\n");
    }

    @Test
    void explainsWhyARouteWasNotTaken() {
        // When / Then
        assertThat(run("explain", "POST /logs/_doc/1", "-c", config())).isZero();
        assertThat(out.toString())
                .contains("route 1   not taken: the method is none of GET\n")
                .contains("route 2   taken: it takes what no other route took\n")
                .contains("cluster   primary, to which flow default relays: http://127.0.0.1:9200\n");
    }

    @Test
    void explainsThatAPathThatCanBeReadInTwoWaysIsRefused() {
        // When / Then
        assertThat(run("explain", "GET /logs/%2e%2e/_search", "-c", config())).isZero();
        assertThat(out.toString())
                .contains("request   refused with 400 before any route: the path has an escape")
                .doesNotContain("cluster");
    }

    @ParameterizedTest
    @CsvSource({
        "TRACE /, 'request   refused with 405 before any route: method TRACE is not allowed'",
        "CONNECT a:1, 'request   refused with 405 before any route: method CONNECT is not allowed'",
        "OPTIONS *, 'request   answered with 200 by the gateway itself, before any route'",
        "GET *, 'request   refused with 400 before any route: the asterisk-form'",
        "GET logs, 'request   refused with 400 before any route: a request target starts with'",
        "GET http://a:1?q=b, 'target    goes on as /?q=b, with Host: a:1'",
        "GET http://host/logs/_doc/1, 'flow      greeted'",
    })
    void explainsRequestsAsTheyAreRead(String request, String line) {
        assertThat(run("explain", request, "-c", config())).isZero();
        assertThat(out.toString()).contains(line);
    }

    /** The configuration has two routes, so a request is judged by its head. */
    @Test
    void explainsThatAHeaderThatConnectionWouldEraseIsRefused() {
        assertThat(run("explain", "GET /logs", "-H", "Connection: X-Tenant", "-H", "X-Tenant: a", "-c", config()))
                .isZero();
        assertThat(out.toString())
                .contains("request   refused with 400 before any route: Connection names the header x-tenant");
    }

    @Test
    void listsFiltersAndTheKeysOfOne() {
        // When / Then
        assertThat(run("filters", "-p", home.resolve("plugins").toString())).isZero();
        assertThat(run("filters", "greet", "-p", home.resolve("plugins").toString()))
                .isZero();
        assertThat(out.toString())
                .contains("greet   greeter  greets\n")
                .contains("greeting  text  hello    what is said\n");
    }

    @Test
    void listsBulkRoutersBesideFilters() throws IOException {
        // Given
        new PluginJar().router("Dealer", "deal").write(home.resolve("plugins/dealer.jar"));

        // When / Then
        assertThat(run("filters", "-p", home.resolve("plugins").toString())).isZero();
        assertThat(run("filters", "deal", "-p", home.resolve("plugins").toString()))
                .isZero();
        assertThat(out.toString())
                .contains("\nBULK ROUTER  PLUGIN  WHAT IT DOES\ndeal         dealer  deals items out\n")
                .contains("groups  integer  required  how many groups\n");
    }

    @Test
    void writesASchemaThatKnowsThePluginsFilters() {
        // When / Then
        assertThat(run("schema", "-p", home.resolve("plugins").toString())).isZero();
        assertThat(out.toString()).contains("\"const\" : \"greet\"", "\"description\" : \"what is said\"");
    }

    @Test
    void answersWrongUsageWithACodeOfItsOwn() {
        // When / Then
        assertThat(run()).isEqualTo(2);
        assertThat(run("chekc")).isEqualTo(2);
        assertThat(run("explain", "GET", "-c", config())).isEqualTo(2);
        assertThat(run("filters", "none", "-p", home.resolve("plugins").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("a command is missing", "Did you mean", "known: [greet], [] and []");
    }

    private String config() {
        return home.resolve("gateway.yml").toString();
    }

    private int run(String... arguments) {
        CommandLine command = Sluice.commandLine(arguments);
        command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return command.execute(arguments);
    }
}
