package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wildcards that are sent as plain names, because the layout names indices without a wildcard. */
class PlainNamesTest extends AcmeTest {

    PlainNamesTest() {
        super("indexPerTenant: { indices: [logs, l, \"m*\"] }");
    }

    // Servers find a plain name in any state: without a wildcard, an open index would be deleted that is not meant.
    @ParameterizedTest
    @CsvSource({
        "DELETE,/l*?expand_wildcards=closed",
        "DELETE,'/l*?expand_wildcards=open,none'",
        "DELETE,'/l*?expand_wildcards=closed,open,none'",
        "DELETE,'/l*?expand_wildcards=open'",
        "PUT,'/l*/_settings?expand_wildcards=open,hidden'",
        "POST,'/l*/_open?expand_wildcards=none'",
        "POST,'/l*/_open?expand_wildcards=open'",
        "DELETE,/*?expand_wildcards=none",
        "DELETE,'/x*,m,l*?expand_wildcards=hidden'",
        "GET,'/logs,*/_settings?expand_wildcards=closed,hidden'",
        "POST,/_refresh?expand_wildcards=closed",
        "POST,/_search?expand_wildcards=closed",
        "GET,/_cat/indices?expand_wildcards=closed",
        "GET,/_mapping?expand_wildcards="
    })
    void deniesWildcardsThatMeanNoOpenIndex(String method, String target) {
        assertDenied(acme(method, target).everySplit());
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE,/l*?expand_wildcards=all,'/acme.logs,acme.l'",
        "DELETE,'/l*?expand_wildcards=closed,open','/acme.logs,acme.l'",
        "DELETE,'/logs,m*?expand_wildcards=closed','/acme.logs,acme.m*'",
        "DELETE,'/l*?expand_wildcards=none,open,closed','/acme.logs,acme.l'",
        "GET,'/l*/_search?expand_wildcards=open','/acme.logs,acme.l/_search'",
        "POST,'/l*/_open?expand_wildcards=closed','/acme.logs,acme.l/_open'",
        "DELETE,/logs?expand_wildcards=none,/acme.logs"
    })
    void sendsWildcardsThatMeanOpenIndices(String method, String target, String path) {
        assertThat(acme(method, target).everySplit().upstreamHead().target().rawPath())
                .isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({"'/l*,-logs',/acme.l", "'/l*,-l',/acme.logs", "'/l*,-l*,l*','/acme.logs,acme.l'"})
    void passesOverWhatIsNotThereAlsoBesideExclusions(String target, String path) {
        assertThat(acme("DELETE", target).everySplit().upstreamHead().target().raw())
                .isEqualTo(path + "?ignore_unavailable=true");
    }

    // Servers take an element of a list for one name, and with a wildcard in it, they find nothing without an error.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /_msearch | {"index":["l","*"]}#{}#
            /_msearch | {"indices":["l*"]}#{}#
            /_reindex | {"source":{"index":["m","l*"]},"dest":{"index":"m-1"}}
            /_aliases | {"actions":[{"remove":{"index":"*","alias":"m"}}]}
            /_aliases | {"actions":[{"remove":{"index":"m","alias":"_all"}}]}
            /_aliases | {"actions":[{"remove_index":{"indices":["l*"]}}]}
            /_search  | {"indices_boost":[{"l*":2}]}
            /_search  | {"indices_boost":{"*":2}}
            """)
    void deniesWildcardsThatStandForSeveralNamesWhereServersReadOne(String path, String body) {
        assertDenied(acme("POST", path).body(body.replace('#', '\n')).everySplit());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'index':'l*','expand_wildcards':'closed'}",
                "{'expand_wildcards':'none','index':'l*,-logs'}",
                "{'index':'x*,l*','expand_wildcards':['open','none','hidden']}",
                "{'index':['lo*'],'\\u0065xpand_wildcards':[]}",
                "{'expand_wildcards':'closed'}"
            })
    void deniesHeadersWhoseWildcardsMeanNoOpenIndex(String header) {
        assertDenied(acme("POST", "/_msearch")
                .body(header.replace('\'', '"') + "\n{}\n")
                .everySplit());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'index':'m*','expand_wildcards':'closed'}",
                "{'index':'logs','expand_wildcards':'none'}",
                "{'index':'l*','expand_wildcards':['closed','open']}",
                "{'index':'l*','expand_wildcards':null}"
            })
    void sendsHeadersWhoseWildcardsMeanOpenIndices(String header) {
        String searches = header.replace('\'', '"') + "\n{}\n";

        assertRelayed("POST", "/_msearch", searches);
        assertRelayed("POST", "/_msearch", "{\"index\":\"l*\"}\n{}\n" + searches);
    }

    @Test
    void readsTheStatesOfAHeaderWithoutIndicesForThoseOfThePath() {
        String searches = "{\"expand_wildcards\":\"none\"}\n{}\n";

        assertRelayed("POST", "/logs/_msearch", searches);
        assertRelayed("POST", "/m*/_msearch", searches);
        assertDenied(acme("POST", "/l*/_msearch").body(searches).everySplit());
    }

    @Test
    void readsLongListsOfStatesOnce() {
        String states = "\"none\",".repeat(100_000) + "\"open\"";

        assertRelayed("POST", "/_msearch", "{\"index\":\"l*\",\"expand_wildcards\":[" + states + "]}\n{}\n");
    }

    @Test
    void forgetsTheStatesOfOneHeaderInTheNext() {
        assertRelayed(
                "POST",
                "/_msearch",
                "{\"index\":\"m*\",\"expand_wildcards\":\"closed\"}\n{}\n{\"index\":\"l*\"}\n{}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"lo*\"", "\"m*\"", "\"logs\""})
    void sendsWildcardsInListsThatStandForOneName(String wildcard) {
        assertThat(acme("POST", "/_msearch")
                        .body("{\"index\":[" + wildcard + "]}\n{}\n")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{\"index\":[" + wildcard.replace("\"lo*", "\"logs").replaceFirst("\"", "\"acme.")
                        + "]}\n{}\n");
    }

    @Test
    void sendsWildcardsAsSeveralNamesWhereServersSplitThem() {
        assertThat(acme("POST", "/_msearch")
                        .body("{\"index\":\"l*\"}\n{}\n")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{\"index\":\"acme.logs,acme.l\"}\n{}\n");
        assertThat(acme("POST", "/_reindex")
                        .body("{\"source\":{\"index\":\"l*\"},\"dest\":{\"index\":\"m\"}}")
                        .everySplit()
                        .upstreamBody())
                .startsWith("{\"source\":{\"index\":\"acme.logs,acme.l\"}");
    }
}
