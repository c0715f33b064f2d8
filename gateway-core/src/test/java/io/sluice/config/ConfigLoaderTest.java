package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.api.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLoaderTest {

    private static final String FILE = "gateway.yml";

    @Test
    void fillsInEveryDefaultWhereOnlyTheRequiredKeysAreGiven() throws ConfigException {
        // When
        GatewayConfig config = load(SampleFile.SMALLEST);

        // Then
        assertThat(config.admin().bind()).isEqualTo(HostPort.parse("127.0.0.1:2900"));
        assertThat(config.plugins().directory()).isNull();
        ClusterConfig primary = config.clusters().get("primary");
        assertThat(primary.timeouts().response()).isEqualTo(Duration.ofSeconds(60));
        assertThat(primary.auth()).isNull();
        assertThat(config.listeners().getFirst().limits().body()).hasToString("100MiB");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "clusters:~  primary:~^- a | 3:1: not YAML: found character '\\t(TAB)' that cannot start any token",
                "a: 'b | 1:6: not YAML: found unexpected end of stream while scanning a quoted scalar",
                "a: b~ c: d | 2:3: not YAML: mapping values are not allowed here",
                "a: [b~c: d | 2:2: not YAML: expected ',' or ']'",
                "a: 1~bb: x# | 2:6: not YAML: the character U+0000 is not allowed"
            })
    void saysWhereTheSyntaxIsBroken(String yaml, String problem) {
        // When
        String written = yaml.replace('~', '\n').replace('^', '\t').replace('#', '\0');
        ConfigException refused = catchThrowableOfType(ConfigException.class, () -> load(written));

        // Then
        assertThat(refused.problems()).singleElement().asString().startsWith(FILE + ":" + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "nodes: [127.0.0.1:9200] | .nodes[0]: expected a URI such as http://127.0.0.1:9200, not '127.0.0.1:9200'",
                "nodes: [localhost:1] | : a node is written http://host:port or https://host:port, not localhost:1",
                "nodes: [http://h:65536] | : a node is written http://host:port or https://host:port, not http://h:65536",
                "nodes: [http://h:1], timeouts: { response: 999999999d }"
                        + " | .timeouts.response: a duration is at most 3650d, not 999999999d"
            })
    void saysWhatAValueWouldHaveToBe(String cluster, String problem) {
        // When
        String yaml = SampleFile.SMALLEST.replace("nodes: [http://127.0.0.1:9200]", cluster);
        ConfigException refused = catchThrowableOfType(ConfigException.class, () -> load(yaml));

        // Then
        assertThat(refused.problems())
                .singleElement()
                .asString()
                .startsWith(FILE + ":2:")
                .endsWith("clusters.primary" + problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"get", "''", "G ET", "Get"})
    void takesMethodsInUpperCaseOnly(String method) {
        String yaml = SampleFile.SMALLEST.replace("routes: [{ ", "routes: [{ match: { methods: [" + method + "] }, ");
        ConfigException refused = catchThrowableOfType(ConfigException.class, () -> load(yaml));

        assertThat(refused.problems())
                .singleElement()
                .asString()
                .contains("routes[0].match: a method is written in upper case, like GET, not '"
                        + method.replace("'", ""));
    }

    @ParameterizedTest
    @CsvSource({"server, SERVER", "shardTargeted, SHARD_TARGETED"})
    void bindsChoicesAsTheyAreWrittenInTheReference(String text, BulkConfig.AutoId choice) throws ConfigException {
        String yaml = SampleFile.SMALLEST.replace(
                "cluster: primary }",
                "cluster: primary, bulk: { groupBy: sample-router, config: { name: GET }, autoId: " + text + " } }");

        assertThat(load(yaml).flows().get("default").relay().bulk().autoId()).isEqualTo(choice);
    }

    @Test
    void bindsFiltersToTheRecordsOfTheirTypes() throws ConfigException {
        // Given
        String yaml = SampleFile.SMALLEST.replace(
                "relay:",
                "filters: [{ type: sample, config: { rule: { any: [method: GET, always: {}] } } }]\n    relay:");

        // When
        FilterConfig filter = load(yaml).flows().get("default").filters().getFirst();

        // Then
        assertThat(filter.place().path()).isEqualTo("flows.default.filters[0]");
        assertThat(filter.place().line()).isEqualTo(5);
        SampleSettings settings = (SampleSettings) filter.config();
        assertThat(settings.rule())
                .isEqualTo(
                        new SampleSettings.Any(List.of(new SampleSettings.Method("GET"), new SampleSettings.Always())));
        assertThat(settings.pause()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.set()).isEmpty();
    }

    @Test
    void fillsInTheEnvironmentInsideFlowMappingsTooAndOnlyOnce() throws ConfigException {
        // Given
        String yaml = SampleFile.SMALLEST
                .replace("bind: 127.0.0.1:8000", "bind: 127.0.0.1:${PORT}")
                .replace("nodes: [", "auth: { username: \"${NOBODY:me}\", password: ${TRICKY} }, nodes: [")
                .replace("name: http", "name: $${PORT}-${EMPTY}x");

        // When
        GatewayConfig config = load(yaml);

        // Then
        assertThat(config.listeners().getFirst().bind().port()).isEqualTo(8123);
        assertThat(config.listeners().getFirst().name()).isEqualTo("${PORT}-x");
        AuthConfig auth =
                Objects.requireNonNull(config.clusters().get("primary").auth());
        assertThat(auth.username()).isEqualTo("me");
        assertThat(auth.password()).isEqualTo(new Secret("a: ${PORT} #b"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apiKey: \"key\\n\"",
                "apiKey: \"a key\"",
                "username: \"a:b\", password: c",
                "username: a, password: \"b\\n\""
            })
    void refusesCredentialsThatNoRequestCanCarry(String auth) {
        assertThat(problems(SampleFile.SMALLEST.replace("nodes: [", "auth: { " + auth + " }, nodes: [")))
                .singleElement()
                .asString()
                .startsWith("gateway.yml:2:")
                .contains("clusters.primary.auth: ")
                .doesNotContain("key\n");
    }

    @Test
    void reportsAllThatIsWrongWithOneSection() {
        // Given
        String yaml = SampleFile.SMALLEST.replace(
                "nodes: [",
                "pool: { maxConnectionsPerNode: 0, idleTimeout: 0s, acquireTimeout: 1s, maxQueue: -1 }, nodes: [");

        // When / Then
        assertThat(problems(yaml))
                .hasSize(3)
                .allMatch(problem -> problem.contains("clusters.primary.pool: "))
                .anyMatch(problem -> problem.endsWith("maxConnectionsPerNode must be at least 1, is 0"))
                .anyMatch(problem -> problem.endsWith("idleTimeout must be longer than 0, is PT0S"))
                .anyMatch(problem -> problem.endsWith("maxQueue must be at least 0, is -1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://elastic:s3cret@es1",
                "ftp://elastic:s3cret@es1:9200",
                "http://elastic:s3cret@es_1:9200",
                "'elastic:s3cret@es1:9200'",
                "'http://elastic:s3cret/@es1:9200'",
                "'http://elastic:s3cret^@es1:9200'"
            })
    void showsNoCredentialsOfANodeThatCannotBeUsed(String node) {
        // When / Then
        assertThat(problems(SampleFile.SMALLEST.replace("http://127.0.0.1:9200", node)))
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem).contains("es").doesNotContain("s3cret", "elastic:"));
    }

    @Test
    void reportsAVariableThatIsNotSetOnceAndWithoutProblemsThatFollowFromIt() {
        // Given
        String yaml = SampleFile.SMALLEST.replace(
                "nodes: [", "auth: { username: elastic, password: ${ES_PASSWORD} }, nodes: [");

        // When / Then
        assertThat(problems(yaml))
                .containsExactly(
                        "gateway.yml:2:51: clusters.primary.auth.password: environment variable ES_PASSWORD is not"
                                + " set; set it, or write a default as in ${ES_PASSWORD:default}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                     | the file is empty
            a: [1                                  | not YAML
            a: *b                                  | aliases are not supported
            --- {a: 1}\\n--- {b: 2}                | a second YAML document begins here
            [1, 2]                                 | expected a section of keys; found a list
            text                                   | expected a section of keys; found 'text'
            clusters:                              | clusters: expected a mapping, as in name: value; found nothing
            clusters: { a: { nodes: [http://h:1, http://H:1/] } } | a node is listed twice
            clusters: { a: { nodes: [http://h:1], auth: { username: "a:b", password: c } } } | username has a colon
            listeners: 5                           | listeners: expected a list, as in [a, b]; found '5'
            process: { transport: tcp }            | expected one of auto, epoll, nio, io_uring; found 'tcp'
            process: { eventLoops: 1.5 }           | expected a whole number, not '1.5'
            process: { eventLoops: 99999999999 }   | the number is too large
            process: { eventLoops: 100000 }        | eventLoops is at most 1024, each is a thread of its own
            process: { maxBytes: 1MB }             | not a size, expected for example 64KiB
            admin: { enabled: yes }                | expected true or false, not 'yes'
            admin: { bind: [1] }                   | expected a host:port such as 127.0.0.1:8000, found a list
            admin: { bind: "${x" }                 | opens a reference to the environment that is not closed
            process: { nameServers: [] }           | process.nameServers: must not be empty: that would mean the same as leaving the key out
            clusters: { a: { nodes: [http://h:1], discovery: { allow: [] } } } | allow: must not be empty
            listeners: [{ name: a, bind: 'h:1', routes: [{ match: { methods: [], paths: ["/a"] }, flow: b }] }] | methods: must not be empty
            listeners: [{ name: a, bind: 'h:1', routes: [{ match: { methods: [GET], paths: [] }, flow: b }] }] | paths: must not be empty
            flows: { a: { relay: { cluster: b }, mirror: { cluster: c, maxBytes: 0B } } } | mirror: maxBytes is more than 0
            admin: { bind: '${A B}' }              | not the name of an environment variable
            """)
    void saysWhatIsWrong(String yaml, String expected) {
        assertThat(problems(yaml.replace("\\n", "\n")))
                .anySatisfy(problem -> assertThat(problem).startsWith(FILE).contains(expected));
    }

    @Test
    void refusesListenersThatCollide() {
        // Given
        String yaml = SampleFile.SMALLEST + """
                  - { name: http, bind: 127.0.0.1:8001, routes: [{ flow: default }] }
                  - { name: all, bind: ":8000", routes: [{ flow: default }] }
                  - { name: free, bind: 127.0.0.1:0, routes: [{ flow: default }] }
                  - { name: free2, bind: 127.0.0.1:0, routes: [{ flow: default }] }
                """;

        // When / Then
        assertThat(problems(yaml))
                .containsExactly(
                        "gateway.yml:10:13: listeners[1].name: http is already taken in line 7",
                        "gateway.yml:11:24: listeners[2].bind: 0.0.0.0:8000 is already taken in line 8");
    }

    @Test
    void countsAClusterThatAFilterNamesAsUsedAndRefusesOneThatIsNotDefined() {
        // Given
        String yaml = SampleFile.SMALLEST
                .replace("flows:", "  spare: { nodes: [http://127.0.0.1:9201] }\nflows:")
                .replace(
                        "relay:",
                        "filters: [{ type: sample, config: { rule: { always: {} }, other: %s } }]\n    relay:");

        // When / Then
        assertThat(problems(yaml.formatted("spare"))).isEmpty();
        assertThat(problems(yaml.formatted("spear")))
                .contains(
                        "gateway.yml:6:70: flows.default.filters[0].config.other: there is no cluster 'spear'; did you mean"
                                + " 'spare'?");
    }

    @Test
    void warnsOfAGuardThatTheCatchAllFlowDoesNotHaveAndOfAnOpenAdminAddress() throws ConfigException {
        // Given
        FilterTypes types = new GuardsOnly();
        String yaml = "admin: { bind: \":2900\", open: true }\n"
                + SampleFile.SMALLEST
                        .replace(
                                "flows:", "flows:\n  guarded: { filters: [type: access], relay: { cluster: primary } }")
                        .replace("routes: [", "routes: [{ match: { methods: [PUT] }, flow: guarded }, ");

        // When
        List<Problem> warnings =
                loader().parse(yaml, Path.of(FILE), plugins -> types).warnings();

        // Then
        assertThat(warnings)
                .extracting(Problem::toString)
                .satisfiesExactly(
                        admin -> assertThat(admin)
                                .startsWith("gateway.yml:1:16: admin.bind: the admin endpoint is open"),
                        guard -> assertThat(guard)
                                .startsWith("gateway.yml:11:")
                                .contains("filter of type access", "'default' has none"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            bind: ":2900"                                                        | other machines can reach 0.0.0.0:2900; add auth
            bind: 10.0.0.1:2900                                                  | other machines can reach 10.0.0.1:2900; add auth
            auth: { username: ops }                                              | give either username and password, or token
            auth: {}                                                             | give either username and password, or token
            auth: { username: a, password: long enough 12, token: long enough 12 } | give either username and password, or token
            auth: { token: short }                                               | token has fewer than 12 characters
            auth: { token: schlüssel-von-uns }                                   | token has a space at either end, or a character that is not ASCII
            auth: { token: " long enough 12" }                                   | token has a space at either end, or a character that is not ASCII
            auth: { token: "long enough 12 " }                                   | token has a space at either end, or a character that is not ASCII
            auth: { token: long enough 12 }, open: true                          | auth and open: true contradict each other
            """)
    void refusesAnAdminEndpointThatStrangersCanRead(String keys, String problem) {
        assertThat(problems("admin: { " + keys + " }\n" + SampleFile.SMALLEST))
                .anySatisfy(line -> assertThat(line).contains("admin", problem));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "enabled: false, bind: \":2900\"",
                "bind: \"[::1]:2900\"",
                "bind: \":2900\", auth: { token: long enough 12, metrics: false }",
                "bind: \":2900\", auth: { username: ops, password: long enough 12 }",
                "bind: \":2900\", auth: { username: ops, password: \" schlüssel von uns \" }"
            })
    void acceptsAnAdminEndpointThatIsGuarded(String keys) throws ConfigException {
        assertThat(load("admin: { " + keys + " }\n" + SampleFile.SMALLEST).admin())
                .isNotNull();
    }

    @Test
    void readsLiteralJsonAsItIsWritten() throws ConfigException {
        // Given
        String yaml = SampleFile.SMALLEST.replace(
                "relay:",
                "filters: [{ type: sample, config: { rule: { always: {} }, body: { a: [1, 2.50, True, null, \"1\", x], 012: -0 } } }]\n    relay:");

        // When
        SampleSettings settings = (SampleSettings)
                load(yaml).flows().get("default").filters().getFirst().config();

        // Then
        assertThat(settings.body()).hasToString("{\"a\":[1,2.50,true,null,\"1\",\"x\"],\"012\":-0}");
    }

    @Test
    void reportsPluginsAndFileTogether() {
        // When
        ConfigException refused = catchThrowableOfType(
                ConfigException.class,
                () -> loader().parse(SampleFile.SMALLEST + "nonsense: 1\n", Path.of(FILE), plugins -> {
                    throw new ConfigException(List.of(Problem.of("some.jar", "not a readable jar")));
                }));

        // Then
        assertThat(refused)
                .hasMessageContaining("gateway.yml:10:1: nonsense: unknown key")
                .hasMessageContaining("some.jar: not a readable jar");
    }

    @Test
    void reportsEveryProblemOfAFileWithItsPlaceAndWhatWouldBeRight() {
        // Given
        String yaml = """
                admn: {}
                clusters:
                  primary:
                    nodes: [http://127.0.0.1:9200]
                    pool: { idleTimeout: 45 }
                    health: { failures: 0 }
                  spare: { nodes: [http://127.0.0.1:9201] }
                flows:
                  default:
                    filters:
                      - type: sampel
                      - { type: sample, config: { rule: { metod: GET } } }
                      - { type: sample }
                    relay: { cluster: primry }
                listeners:
                  - name: http
                    bind: 8000
                    tls: { certificate: none.pem, key: none.pem }
                    routes: [{ flow: default }]
                    name: again
                """;

        // When / Then
        assertThat(problems(yaml))
                .containsExactly(
                        "gateway.yml:1:1: admn: unknown key; did you mean 'admin'?",
                        "gateway.yml:3:3: clusters.primary: the cluster is never used: no flow relays to it and no filter"
                                + " chooses it; use it or remove it",
                        "gateway.yml:5:26: clusters.primary.pool.idleTimeout: expected a duration such as 500ms, 30s, 2m or"
                                + " 1h, not '45'",
                        "gateway.yml:6:13: clusters.primary.health: failures must be at least 1, is 0",
                        "gateway.yml:7:3: clusters.spare: the cluster is never used: no flow relays to it and no filter"
                                + " chooses it; use it or remove it",
                        "gateway.yml:11:15: flows.default.filters[0].type: no plugin has a filter of type 'sampel'; did you"
                                + " mean 'sample'?",
                        "gateway.yml:12:43: flows.default.filters[1].config.rule.metod: unknown key; did you mean 'method'?",
                        "gateway.yml:13:9: flows.default.filters[2].config: key 'rule' is missing: when it applies",
                        "gateway.yml:14:23: flows.default.relay.cluster: there is no cluster 'primry'; did you mean"
                                + " 'primary'?",
                        "gateway.yml:17:11: listeners[0].bind: expected host:port, for example 127.0.0.1:8000, not '8000'",
                        "gateway.yml:18:25: listeners[0].tls.certificate: cannot read " + absolute("none.pem")
                                + ": there is no such file",
                        "gateway.yml:18:40: listeners[0].tls.key: cannot read " + absolute("none.pem")
                                + ": there is no such file",
                        "gateway.yml:20:5: listeners[0].name: the key is already given in line 16");
    }

    private static String absolute(String file) {
        return Path.of(file).toAbsolutePath().toString();
    }

    private static GatewayConfig load(String yaml) throws ConfigException {
        return loader().parse(yaml, Path.of(FILE), plugins -> SampleSettings.TYPES)
                .config();
    }

    private static ConfigLoader loader() {
        return new ConfigLoader(Map.of("PORT", "8123", "EMPTY", "", "TRICKY", "a: ${PORT} #b"));
    }

    private static Stream<String> problems(String yaml) {
        try {
            load(yaml);
            return Stream.empty();
        } catch (ConfigException e) {
            return e.problems().stream().map(Problem::toString);
        }
    }
}
