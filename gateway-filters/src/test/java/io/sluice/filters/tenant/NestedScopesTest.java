package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nested objects within nested objects, in indices that several tenants share. Servers join a nested object with the next one of the outer
 * path in the segment; where that is not its parent, it may be of anybody. On Elasticsearch 7.17 and OpenSearch 2.19, {@code terms} below
 * {@code reverse_nested} of {@code u} below {@code nested} of {@code s} showed the values of other tenants.
 */
@Tag("slow")
class NestedScopesTest extends AcmeTest {

    private static final String T = "\"term\":{\"x\":\"y\"}";

    NestedScopesTest() {
        super("shared: { indices: [logs] }");
    }

    private static String body(String single) {
        return single.replace("TERM", T.replace('"', '\'')).replace('\'', '"');
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'query':{'nested':{'path':'s','query':{'nested':{'path':'s','query':{TERM}}}}}}",
                "{'query':{'nested':{'query':{'nested':{'query':{TERM},'path':'s'}},'path':'s'}}}",
                "{'query':{'nested':{'query':{'bool':{'must_not':[{'nested':{'path':'s','query':{TERM}}}]}},'path':'s'}}}",
                "{'query':{'nested':{'path':'s.u','query':{'nested':{'path':'s','query':{TERM}}}}}}",
                "{'query':{'nested':{'path':'s','query':{'nested':{'path':'sv','query':{TERM}}}}}}",
                "{'query':{'nested':{'path':'s','query':{'bool':{'should':[{TERM},{'nested':{'path':'v','query':{TERM}}}]}}}}}",
                "{'query':{'bool':{'must':[{'nested':{'path':'s','query':{TERM}}},{'nested':{'path':'v','query':{'nested':{'path':'s','query':{TERM}}}}}]}}}",
                "{'query':{'nested':{'path':'s','query':{'nested':{'path':'s.u','query':{'nested':{'path':'s.u','query':{TERM}}}}}}}}",
                "{'query':{'nested':{'path':'s','path':'t','query':{TERM}}}}",
                "{'query':{'nested':{'path':'s','query':{TERM},'inner_hits':{'sort':[{'v.n':{'nested':{'path':'v'}}}]}}}}",
                "{'post_filter':{'nested':{'path':'s','query':{'nested':{'path':'s','query':{TERM}}}}}}",
                "{'sort':[{'s.n':{'nested':{'path':'s','filter':{'nested':{'path':'s','query':{TERM}}}}}}]}",
                "{'sort':[{'s.n':{'nested':{'filter':{'nested':{'path':'v','query':{TERM}}},'path':'s'}}}]}",
                "{'sort':[{'s.n':{'nested':{'path':'s','nested':{'path':'v'}}}}]}",
                "{'sort':[{'s.n':{'nested_filter':{'nested':{'path':'v','query':{TERM}}},'nested_path':'s'}}]}",
                "{'aggs':{'a':{'nested':{'path':'s'},'aggs':{'b':{'nested':{'path':'v'}}}}}}",
                "{'aggs':{'a':{'nested':{'path':'s'},'aggs':{'b':{'nested':{'path':'s'}}}}}}",
                "{'aggs':{'a':{'aggs':{'b':{'nested':{'path':'v'}}},'nested':{'path':'s'}}}}",
                "{'aggs':{'a':{'nested':{'path':'s.u'},'aggs':{'b':{'nested':{'path':'s'}}}}}}",
                "{'aggs':{'a':{'nested':{'path':'s'},'aggs':{'b':{'reverse_nested':{'path':'s.u'}}}}}}",
                "{'aggs':{'a':{'nested':{'path':'s'},'aggs':{'b':{'reverse_nested':{'path':'v'}}}}}}",
                "{'aggs':{'a':{'aggregations':{'b':{'reverse_nested':{'path':'v'}}},'nested':{'path':'s'}}}}",
                "{'aggs':{'a':{'nested':{'path':'s'},'aggs':{'t':{'terms':{'field':'k'},'aggs':{'b':{'reverse_nested':{'path':'v'}}}}}}}}",
                "{'aggs':{'a':{'nested':{'path':'s'},'aggs':{'b':{'filter':{'nested':{'path':'v','query':{TERM}}}}}}}}",
                "{'aggs':{'a':{'nested':{'path':'s'},'aggs':{'b':{'filters':{'filters':[{TERM},{'nested':{'path':'s','query':{TERM}}}]}}}}}}",
                "{'aggs':{'a':{'nested':{'path':'s.u'},'aggs':{'b':{'reverse_nested':{'path':'s'},'aggs':{'c':{'nested':{'path':'v'}}}}}}}}",
                "{'aggs':{'a':{'nested':{'path':'s'},'aggs':{'b':{'reverse_nested':{'path':'s','path':'s'}}}}}}",
                "{'aggs':{'a':{'nested':[{'path':'s'}]}}}",
                "{'aggs':{'a':{'nested':{'path':'s'},'aggs':{'b':{'reverse_nested':[{'path':'s'}]}}}}}",
                "{'aggs':{'a':{'nested':{'path':'s'},'aggs':{'h':{'top_hits':{'sort':[{'v.n':{'nested':{'path':'v'}}}]}}}}}}"
            })
    void deniesPathsThatLeadToOtherDocuments(String search) {
        assertDenied(acme("POST", "/logs/_search").body(body(search)).everySplit());
        if (search.startsWith("{'query'")) {
            assertDenied(acme("POST", "/logs/_count").body(body(search)).everySplit());
            assertDenied(
                    acme("POST", "/logs/_delete_by_query").body(body(search)).everySplit());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'query':{'nested':{'path':'s','query':{'nested':{'path':'s.u','query':{TERM}}}}}}",
                "{'query':{'nested':{'query':{'nested':{'query':{TERM},'path':'s.u.w'}},'path':'s'}}}",
                "{'query':{'bool':{'must':[{'nested':{'path':'s','query':{TERM}}},{'nested':{'path':'s','query':{TERM}}},{'bool':{'filter':{'nested':{'path':'v','query':{TERM}}}}}]}}}",
                "{'query':{'bool':{'must':[{'nested':{'path':'s','query':{TERM}}}]}},'post_filter':{'nested':{'path':'s','query':{TERM}}},'sort':[{'s.n':{'nested':{'path':'s'}}},{'v.n':{'nested_path':'v'}}]}",
                "{'sort':[{'s.u.n':{'nested':{'path':'s.u'}}}]}",
                "{'aggs':{'a':{'nested':{'path':'s'},'aggs':{'b':{'nested':{'path':'s.u'}}}},'c':{'nested':{'path':'s'}}}}",
                "{'aggs':{'a':{'nested':{'path':'s'},'aggs':{'b':{'reverse_nested':{},'aggs':{'c':{'nested':{'path':'v'}}}}}}}}",
                "{'aggs':{'a':{'nested':{'path':'s.u'},'aggs':{'b':{'reverse_nested':{'path':'s'},'aggs':{'c':{'nested':{'path':'s.u'}}}}}}}}",
                "{'aggs':{'a':{'nested':{'path':'s.u'},'aggs':{'b':{'aggs':{'c':{'terms':{'field':'k'}}},'reverse_nested':{'path':'s'}}}}}}",
                "{'aggs':{'a':{'nested':{'path':'s'},'aggs':{'t':{'terms':{'field':'s.k'},'aggs':{'r':{'reverse_nested':{}}}}}}}}",
                "{'aggs':{'a':{'nested':{'path':'s'}},'f':{'filter':{'nested':{'path':'v','query':{TERM}}}},'t':{'terms':{'field':'k'},'aggs':{'n':{'nested':{'path':'v'}}}}}}"
            })
    void takesPathsThatStayWithinADocument(String search) {
        HarnessResult result = acme("POST", "/logs/_search").body(body(search)).everySplit();

        assertThat(result.relayed()).as(result.body()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'nested':{'path':'s','query':{'nested':{'path':'s','query':{TERM}}}}}"})
    void looksAtEachSearchByItself(String query) {
        String apart = "{\"index\":\"logs\"}\n{\"query\":" + body("{'nested':{'path':'s','query':{TERM}}}") + "}\n";
        assertThat(acme("POST", "/_msearch").body(apart + apart).everySplit().relayed())
                .isTrue();
        assertDenied(acme("POST", "/_msearch")
                .body(apart + "{\"index\":\"logs\"}\n{\"query\":" + body(query) + "}\n")
                .everySplit());
    }
}
