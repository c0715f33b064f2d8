package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wildcards that are sent as plain names, because the layout names indices without a wildcard. */
class PlainNamesTest extends AcmeTest {

    PlainNamesTest() {
        super("indexPerTenant: { indices: [logs, l, \"m*\"] }");
    }

    // Servers find a plain name in any state: without a wildcard, an open index would be deleted that is not meant.
    @ParameterizedTest
    @CsvSource({
        "DELETE,/l*?expand_wildcards=closed",
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
        "DELETE,/logs?expand_wildcards=none,/acme.logs"
    })
    void sendsWildcardsThatMeanOpenIndices(String method, String target, String path) {
        assertThat(acme(method, target).everySplit().upstreamHead().target().rawPath())
                .isEqualTo(path);
    }
}
