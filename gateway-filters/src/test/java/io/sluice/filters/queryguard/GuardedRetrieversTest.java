package io.sluice.filters.queryguard;

import static io.sluice.filters.queryguard.QueryGuardFilterTest.guard;
import static io.sluice.filters.queryguard.QueryGuardFilterTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries within what is no query: retrievers, and searches within other bodies. */
class GuardedRetrieversTest {

    private static final String PREFIX = "{'match_phrase_prefix':{'f':'a'}}";

    private static HarnessResult sent(String rules, String target, String body) {
        return json(guard(rules), "POST", target, body.replace('\'', '"')).everySplit();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'standard':{'query':@}}",
                "{'standard':{'filter':[@]}}",
                "{'standard':{'sort':[{'f':{'nested':{'path':'n','filter':@}}}]}}",
                "{'knn':{'field':'v','k':1,'filter':@}}",
                "{'rrf':{'retrievers':[{'standard':{'query':@}}]}}",
                "{'rrf':{'fields':['f'],'query':'x','filter':@}}",
                "{'linear':{'retrievers':[{'retriever':{'standard':{'query':@}},'weight':2}]}}",
                "{'rescorer':{'retriever':{'standard':{'query':@}}}}",
                "{'rescorer':{'rescore':{'window_size':10,'query':{'rescore_query':@}}}}",
                "{'rescorer':{'rescore':[{'query':{'rescore_query':@}}]}}",
                "{'rescorer':{'filter':@,'rescore':{'learning_to_rank':{'model_id':'m'}}}}",
                "{'rrf':{'retrievers':[{'rescorer':{'rescore':{'query':{'rescore_query':@}}}}]}}",
                "{'text_similarity_reranker':{'retriever':{'standard':{'query':@}},'field':'f'}}",
                "{'rule':{'retriever':{'standard':{'query':@}},'ruleset_ids':['r']}}",
                "{'pinned':{'ids':['1'],'retriever':{'standard':{'query':@}}}}",
                "{'random_reranker':{'retriever':{'standard':{'query':@}}}}",
                "{'other':{'query':{'deeper':{'rescore_query':@}}}}",
            })
    void judgesQueriesOfEveryRetriever(String retriever) {
        HarnessResult result =
                sent("{prefixes: {min: 3}}", "/logs/_search", "{'retriever':" + retriever.replace("@", PREFIX) + "}");

        assertThat(result.status()).as(result.toString()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "leadingWildcards: {}",
                "prefixes: {min: 2}",
                "types: {queries: [nested]}",
                "amounts: {}",
                "clauses: {max: 5}",
                "queryDepth: {max: 5}"
            })
    void refusesAQueryInALanguageThatIsNotReadByRulesThatItCouldBreak(String rule) {
        String query = "{'kql':{'query':'f: *abc'}}";

        for (String body : new String[] {"{'query':@}", "{'query':{'bool':{'must':[@]}}}", "{'other':[@]}"}) {
            HarnessResult result = sent("{" + rule + "}", "/logs/_search", body.replace("@", query));

            assertThat(result.status()).as(result.toString()).isEqualTo(400);
        }
        assertThat(sent("{fuzzy: {}}, {scripts: {}}, {terms: {max: 2}}", "/logs/_search", "{'query':" + query + "}")
                        .relayed())
                .isTrue();
    }

    @Test
    void refusesAQueryThatAModelWrites() {
        assertThat(sent("{fuzzy: {}}", "/logs/_search", "{'query':{'agentic':{'query_text':'all'}}}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void boundsTextsAndFieldsOfRetrieversThatMatch() {
        String text = "x".repeat(30_000);
        String texts = "{'linear':{'query':'%'}},{'rrf':{'query':'%'}},{'rrf':{'query':'%'}}".replace("%", text);

        assertThat(sent("{amounts: {}}", "/logs/_search", "{'retriever':{'rrf':{'retrievers':[" + texts + "]}}}")
                        .status())
                .isEqualTo(400);
        assertThat(sent("{amounts: {}}", "/logs/_search", "{'retriever':{'rrf':{'fields':['a*b*c*d'],'query':'x'}}}")
                        .status())
                .isEqualTo(400);
        assertThat(sent("{amounts: {}}", "/logs/_search", "{'retriever':{'rrf':{'fields':['a*^2'],'query':'x'}}}")
                        .relayed())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/_plugins/_alerting/monitors/_execute | {'inputs':[{'search':{'query':{'size':0,'query':@}}}]}",
                "/_plugins/_alerting/monitors/_execute | {'inputs':[{'search':{'query':{'rescore':{'query':{'rescore_query':@}}}}}]}",
                "/_watcher/watch/_execute | {'watch':{'input':{'search':{'request':{'body':{'query':@}}}}}}",
            })
    void judgesSearchesThatStandWhereAQueryIsExpected(String target, String body) {
        HarnessResult result = sent("{prefixes: {min: 3}}", target, body.replace("@", PREFIX));

        assertThat(result.status()).as(result.toString()).isEqualTo(400);
    }
}
