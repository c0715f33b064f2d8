package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What must not be had by asking for all of it at once. */
class AuthorizeWildcardsTest extends AuthorizeTest {
    private static final String ALL = "classes: [read, write, manage, monitor]";
    private static final String EVERYTHING = "{allow: {" + ALL + "}}";
    private static final String SOME = "{deny: {" + ALL + ", indices: ['secret-*']}}, " + EVERYTHING;

    /** A server refuses wildcards there, by itself or by action.destructive_requires_name: a list of names would pass. */
    @ParameterizedTest
    @CsvSource({
        "DELETE, /_all",
        "DELETE, /*",
        "DELETE, '/logs-*,-logs-1,*'",
        "POST, /*/_close",
        "POST, /_all/_open",
        "PUT, /*/_block/write",
        "DELETE, /_data_stream/*",
        "PUT, /_all/_doc/77",
        "DELETE, /*/_doc/77",
        "GET, /*/_doc/1",
        "HEAD, /*/_source/1",
        "POST, /*/_doc",
        "POST, /*/_update/1",
        "PUT, /*/_create/1",
        "POST, /*/_rollover"
    })
    void putsNoNamesInPlaceOfAWildcardThatServersRefuse(String method, String target) {
        HarnessResult some = harness(SOME).request(method, target).send();
        HarnessResult every = harness(EVERYTHING).request(method, target).send();

        assertThat(some.status()).isEqualTo(403);
        assertThat(every.upstreamHead().target().raw()).isEqualTo(target);
    }

    /** Servers read the states from left to right, and {@code none} takes away those before it. */
    @ParameterizedTest
    @CsvSource({
        "'open,none', 'status 403'",
        "'all,none,closed', '/logs-old/_delete_by_query?expand_wildcards=all,none,closed&ignore_unavailable=true'",
        "'none,open', '/logs-1,logs-2/_delete_by_query?expand_wildcards=none,open&ignore_unavailable=true'"
    })
    void readsStatesOfWildcardsInTheirOrder(String states, String sent) {
        HarnessResult result = harness("{allow: {classes: [read, write], indices: ['logs-*']}}")
                .request("POST", "/*/_delete_by_query?expand_wildcards=" + states)
                .header("Content-Type", "application/json")
                .body("{\"query\":{\"match_all\":{}}}")
                .send();

        assertThat(result.relayed() ? result.upstreamHead().target().raw() : "status " + result.status())
                .isEqualTo(sent);
    }

    /** A list of 7,500 wildcards kept an event loop for minutes where a cluster had 3,000 names. */
    @Test
    void looksUpFewWildcardsOnly() {
        String different = IntStream.range(0, 51).mapToObj(i -> "l*" + i).collect(Collectors.joining(","));
        FilterHarness some = harness(SOME);

        HarnessResult many = some.request("GET", "/" + different + "/_search").send();
        assertThat(many.status()).isEqualTo(400);
        assertThat(many.body()).contains("has too many wildcards; ask for fewer at once");
        HarnessResult excluded = some.request("GET", "/*," + different.replace("l*", "-l*") + "/_search")
                .send();
        assertThat(excluded.status()).isEqualTo(400);
        assertThat(harness(EVERYTHING)
                        .request("GET", "/" + different + "/_search")
                        .send()
                        .relayed())
                .isTrue();
        assertThat(harness(SOME, "dryRun: true")
                        .request("GET", "/" + different + "/_search")
                        .send()
                        .relayed())
                .isTrue();
    }

    /** Clients search by wildcards as soon as they have written the first document. */
    @Test
    void knowsAnIndexSoonAfterAWildcardThatFitNoneWasDenied() {
        TestCluster growing =
                new TestCluster("primary").answering(target -> "{\"indices\":[],\"aliases\":[],\"data_streams\":[]}");
        TestContext reaching = new TestContext().reaching(growing);
        FilterHarness logs = FilterHarness.of(AuthorizeFilter.class, "rules: [" + READ_LOGS + "]", reaching);
        reaching.runTasks();
        growing.answering(target -> NAMES);
        assertThat(logs.request("GET", "/*/_search").send().status()).isEqualTo(403);

        IntStream.range(0, 5).forEach(second -> reaching.advance(Duration.ofSeconds(1)));

        assertThat(logs.request("GET", "/*/_search").send().relayed()).isTrue();
    }

    /** Servers take no ignore_unavailable there: health was red after 30 s, and the others 404, for each index that was deleted. */
    @ParameterizedTest
    @CsvSource({
        "GET, /_cluster/health, /_cluster/health/logs-1",
        "GET, '/_cluster/health/*', /_cluster/health/logs-1",
        "GET, /_cat/indices, /_cat/indices/logs-1",
        "GET, /_cat/shards, /_cat/shards/logs-1",
        "GET, /_cat/segments, /_cat/segments/logs-1",
        "GET, /_cat/count, /_cat/count/logs-1",
        "GET, /_cat/recovery, /_cat/recovery/logs-1",
        "GET, /_list/indices, /_list/indices/logs-1",
        "GET, /_cat/segment_replication, /_cat/segment_replication/logs-1",
        "POST, /_async_search, /logs-1/_async_search",
    })
    void namesNoIndexThatIsGoneWhereServersDoNotPassItOver(String method, String target, String sent) {
        TestCluster shrinking = new TestCluster("primary").answering(asked -> NAMES);
        TestContext reaching = new TestContext().reaching(shrinking);
        FilterHarness logs = FilterHarness.of(
                AuthorizeFilter.class,
                "rules: [{allow: {classes: [read, manage, monitor], indices: ['logs-1', 'logs-2']}}]",
                reaching);
        reaching.runTasks();
        shrinking.answering(asked -> NAMES.replace("{\"name\":\"logs-2\",\"attributes\":[\"open\"]},", "")
                .replace("\"logs-1\",\"logs-2\"", "\"logs-1\""));
        reaching.advance(Duration.ofSeconds(1));

        assertThat(logs.request(method, target).send().upstreamHead().target().raw())
                .isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /_search, /_search",
        "GET, /_search?ignore_unavailable=false, /_search",
        "GET, /*/_search?ignore_unavailable=false, /_search",
        "GET, /_recovery, /_recovery",
        "GET, /_shard_stores, /_shard_stores",
        "POST, /_cache/clear, /_cache/clear",
        "GET, /l*, ''",
        "HEAD, /*, ''",
        "GET, /_all, ''"
    })
    void hasServersPassOverWhatIsGoneWithoutAnotherLook(String method, String target, String endpoint) {
        TestCluster cluster = new TestCluster("primary").answering(asked -> NAMES);
        TestContext reaching = new TestContext().reaching(cluster);
        FilterHarness logs = FilterHarness.of(
                AuthorizeFilter.class,
                "rules: [{allow: {classes: [read, manage, monitor], indices: ['logs-1', 'logs-2']}}]",
                reaching);
        reaching.runTasks();
        int asked = cluster.asked().size();
        reaching.advance(Duration.ofSeconds(1));

        assertThat(logs.request(method, target).send().upstreamHead().target().raw())
                .isEqualTo("/logs-1,logs-2" + endpoint + "?ignore_unavailable=true");
        assertThat(cluster.asked()).hasSize(asked);
    }

    /** Servers refuse ignore_unavailable where aliases are changed, and OpenSearch takes no data stream there. */
    @ParameterizedTest
    @CsvSource({"PUT", "POST", "DELETE"})
    void changesAliasesOfTheIndicesThatAreAllowed(String method) {
        HarnessResult result =
                harness(ALL_BUT_SECRET).request(method, "/*/_alias/mine").send();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/logs-1,logs-2,metrics/_alias/mine");
    }

    /** A wildcard of which nobody knows what it stands for was left out beside a name. */
    @ParameterizedTest
    @ValueSource(strings = {"logs-1,app-*", "logs-1,logs-*", "logs-1,*", "app-*", "logs-1,*,-app-*"})
    void leavesNoWildcardOutWhereNothingIsLookedUp(String list) {
        FilterHarness unread = harness(
                "{deny: {classes: [read], indices: ['secret-*']}}, {allow: {classes: [read], indices: ['logs-*', 'app-*']}}",
                "resolve: false");

        assertThat(unread.request("GET", "/" + list + "/_count").send().status())
                .isEqualTo(403);
        assertThat(unread.request("GET", "/logs-1,app-1/_count").send().relayed())
                .isTrue();
    }

    /** Long names that a wildcard nearly fits kept an event loop for seconds: they count as several. */
    @ParameterizedTest
    @CsvSource({"20000, 1, 400", "4000, 240, 400", "4000, 1, 200"})
    void looksUpFewerWildcardsWhereThereAreMoreOrLongerNames(int names, int length, int status) {
        String aliases = IntStream.range(0, names)
                .mapToObj(i -> "{\"name\":\"" + "a".repeat(length) + "-" + i + "\",\"indices\":[\"logs-1\"]}")
                .collect(Collectors.joining(","));
        TestContext large = new TestContext()
                .reaching(new TestCluster("primary")
                        .answering(target -> NAMES.replace("\"aliases\":[", "\"aliases\":[" + aliases + ",")));
        FilterHarness some = FilterHarness.of(AuthorizeFilter.class, "rules: [" + SOME + "]", large);
        large.runTasks();

        assertThat(some.request("GET", "/l*a,l*b,l*c,l*d,lo*1/_search").send().relayed())
                .isTrue();
        assertThat(some.request("GET", "/l*a,l*b,l*c,l*d,l*e,lo*1/_search")
                        .send()
                        .status())
                .isEqualTo(status);
    }

    /** A server takes a name in again that was left out before. */
    @ParameterizedTest
    @CsvSource({
        "'*,*,*', 'logs-1,logs-2,metrics'",
        "'logs-*,logs-1,logs-*', 'logs-1,logs-2'",
        "'logs-*,-logs-1,logs-*', 'logs-2,logs-1'",
        "'logs-*,-logs-1,-logs-1,logs-*,-logs-1', 'logs-2'",
        "'*,-logs-2', 'logs-1,metrics'",
        "'*,-all-logs', 'logs-1,logs-2,metrics'",
        "'all-logs,*ics,-all-logs', 'metrics'",
        "'all-logs,*ics,-all-*', 'all-logs,metrics'",
        "'*,-all-*', 'metrics'",
        "'*,-metrics', 'logs-1,logs-2,metrics'",
        "'*,-metr*', 'logs-1,logs-2'",
        "'*,-*1', 'logs-2,metrics'",
        "'*,-', 'logs-1,logs-2,metrics'",
        "'*,-.ds-*', 'logs-1,logs-2'"
    })
    void readsAListAsServersDo(String list, String names) {
        HarnessResult result =
                harness(SOME).request("GET", "/" + list + "/_search").send();

        assertThat(result.upstreamHead().target().segments().getFirst()).isEqualTo(names);
    }

    /** A server passes hidden aliases over, and no attribute tells which they are. */
    @Test
    void passesHiddenAliasesOver() {
        String visible = NAMES.replace("{\"name\":\"all-logs\",\"indices\":[\"logs-1\",\"logs-2\"]},", "");
        TestContext hiding = new TestContext()
                .reaching(new TestCluster("primary")
                        .answering(target -> "closed".equals(target.parameter("expand_wildcards")) ? visible : NAMES));
        FilterHarness some = FilterHarness.of(AuthorizeFilter.class, "rules: [" + SOME + "]", hiding);
        hiding.runTasks();

        assertThat(some.request("GET", "/all-*/_search").send().status()).isEqualTo(403);
        assertThat(some.request("GET", "/all-*/_search?expand_wildcards=open,hidden")
                        .send()
                        .relayed())
                .isTrue();
    }

    /** All indices are those that are not hidden; another list has those of its aliases, too. */
    @Test
    void passesAliasesOfHiddenIndicesOverWhereAllAreAskedFor() {
        TestContext hiding = new TestContext()
                .reaching(new TestCluster("primary")
                        .answering(target -> NAMES.replace(
                                "\"aliases\":[", "\"aliases\":[{\"name\":\"veil\",\"indices\":[\"logs-hidden\"]},")));
        FilterHarness some = FilterHarness.of(AuthorizeFilter.class, "rules: [" + SOME + "]", hiding);
        hiding.runTasks();

        for (String all : List.of("/_search", "/*/_search", "/_all/_search")) {
            assertThat(some.request("GET", all).send().upstreamHead().target().raw())
                    .contains("logs-1")
                    .doesNotContain("veil");
        }
        for (String named : List.of("/*,-none/_search", "/ve*,*/_search")) {
            assertThat(some.request("GET", named).send().upstreamHead().target().raw())
                    .contains("veil");
        }
    }

    /** What is excluded there is not known here, and would be read, or deleted. */
    @ParameterizedTest
    @ValueSource(
            strings = {"*,-<logs-1>", "*,-logs-1::data", "*,-other:logs-1", "*,-<logs-{now}>*", "*,--logs-1", "*,_all"})
    void refusesExclusionsThatItDoesNotRead(String list) {
        String path = "/" + URLEncoder.encode(list, StandardCharsets.UTF_8) + "/_search";

        assertThat(harness(SOME).request("GET", path).send().status()).isEqualTo(403);
        assertThat(harness(EVERYTHING).request("GET", path).send().relayed()).isTrue();
    }

    @Test
    void leavesOutDataStreamsByNameWhereTheyAreAskedFor() {
        FilterHarness some = harness(SOME);

        HarnessResult all = some.request("GET", "/_data_stream/*").send();
        HarnessResult excluded = some.request("GET", "/_data_stream/*,-metrics").send();

        assertThat(all.upstreamHead().target().raw()).contains("metrics");
        assertThat(excluded.upstreamHead().target().raw()).doesNotContain("metrics");
    }

    /** Elasticsearch 8 says which indices of the stream it is. */
    @ParameterizedTest
    @ValueSource(strings = {".ds-metrics-000001", "metrics"})
    void judgesAnAliasOfADataStreamAsTheStream(String indices) {
        TestContext aliased = new TestContext()
                .reaching(new TestCluster("primary")
                        .answering(target -> NAMES.replace(
                                "\"aliases\":[", "\"aliases\":[{\"name\":\"zz\",\"indices\":[\"" + indices + "\"]},")));
        FilterHarness denied = FilterHarness.of(
                AuthorizeFilter.class,
                "rules: [{deny: {" + ALL + ", indices: ['metrics*']}}, " + EVERYTHING + "]",
                aliased);
        FilterHarness allowed = FilterHarness.of(
                AuthorizeFilter.class, "rules: [{allow: {classes: [read], indices: [metrics]}}]", aliased);
        aliased.runTasks();

        for (String path : List.of("/zz/_search", "/zz*/_search", "/metrics/_search", "/.ds-metrics-000001/_search")) {
            assertThat(denied.request("GET", path).send().status()).isEqualTo(403);
            assertThat(allowed.request("GET", path).send().relayed()).isTrue();
        }
        assertThat(denied.request("GET", "/*/_search")
                        .send()
                        .upstreamHead()
                        .target()
                        .raw())
                .doesNotContain("zz")
                .contains("logs-1");
    }

    @Test
    void namesNoAliasAmongDataStreams() {
        FilterHarness some = harness("{allow: {classes: [read], indices: [all-logs, metrics]}}");

        assertThat(some.request("GET", "/_data_stream/*")
                        .send()
                        .upstreamHead()
                        .target()
                        .raw())
                .isEqualTo("/_data_stream/metrics");
        assertThat(some.request("GET", "/*/_count")
                        .send()
                        .upstreamHead()
                        .target()
                        .rawPath())
                .isEqualTo("/all-logs,metrics/_count");
    }

    /** Statistics of each index, and queries and documents of tasks, which no path names. */
    @ParameterizedTest
    @CsvSource({
        "/_nodes/stats?level=indices, 403",
        "/_nodes/stats/indices/docs?level=SHARDS, 403",
        "/_nodes/stats?level=node&level=indices, 403",
        "/_nodes/stats/indices/fielddata?fields=*, 403",
        "/_nodes/stats?completion_fields=x, 403",
        "/_nodes/stats/indices/search?groups=*, 403",
        "/_cat/fielddata, 403",
        "/_cat/fielddata/code, 403",
        "/_cat/pit_segments/_all, 403",
        "/_tasks/node:7, 403",
        "/_tasks?detailed, 403",
        "/_tasks?detailed=true&actions=*search*, 403",
        "/_cat/tasks?detailed=true, 403",
        "/_nodes/stats, 200",
        "/_nodes/stats?level=node, 200",
        "/_tasks?detailed=false, 200",
        "/_cat/nodes, 200"
    })
    void showsNothingOfDeniedIndicesByNodesAndTasks(String target, int status) {
        HarnessResult some = harness(SOME).request("GET", target).send();
        HarnessResult every = harness(EVERYTHING).request("GET", target).send();

        assertThat(some.relayed()).isEqualTo(status == 200);
        assertThat(some.status()).isEqualTo(status);
        assertThat(every.relayed()).isTrue();
    }

    /** Elasticsearch lists its clients with the targets that they asked for last. */
    @ParameterizedTest
    @CsvSource({
        "/_nodes/stats, '/_nodes/stats?filter_path=-nodes.*.http.clients,-nodes.*.indices.*.fields,-nodes.*.indices.search.groups'",
        "/_nodes/stats/http, '/_nodes/stats/http?filter_path=-nodes.*.http.clients,-nodes.*.indices.*.fields,-nodes.*.indices.search.groups'",
        "/_nodes/_local/stats?human, '/_nodes/_local/stats?human&filter_path=-nodes.*.http.clients,-nodes.*.indices.*.fields,-nodes.*.indices.search.groups'",
        "'/_nodes/stats?filter_path=**.last_uri', '/_nodes/stats?filter_path=**.last_uri,-nodes.*.http.clients,-nodes.*.indices.*.fields,-nodes.*.indices.search.groups'",
        "'/_nodes/stats?filter_path=', '/_nodes/stats?filter_path=-nodes.*.http.clients,-nodes.*.indices.*.fields,-nodes.*.indices.search.groups'",
        "/_nodes/http, /_nodes/http"
    })
    void leavesTheClientsOfNodesOut(String target, String sent) {
        HarnessResult some = harness(SOME).request("GET", target).send();
        HarnessResult every = harness(EVERYTHING).request("GET", target).send();

        assertThat(some.upstreamHead().target().raw()).isEqualTo(sent);
        assertThat(every.upstreamHead().target().raw()).isEqualTo(target);
    }

    /** A wildcard before it stands for some that are allowed. */
    @Test
    void saysWhichNameOfAListIsDenied() {
        FilterHarness harness = harness("{deny: {classes: [read], indices: ['secret-*']}}, {allow: {classes: [read]}}");

        HarnessResult result =
                harness.request("GET", "/logs-*,secret-1/_search").send();

        assertThat(result.status()).isEqualTo(403);
        assertThat(result.body()).contains("the gateway does not allow [read] of [secret-1]");
    }
}
