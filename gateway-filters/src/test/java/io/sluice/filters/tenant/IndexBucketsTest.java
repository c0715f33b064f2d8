package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets of indices that are chosen by keys which only the cluster knows. */
class IndexBucketsTest extends AcmeTest {

    IndexBucketsTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    /** As it is nested N times, for each of which there is a name of 250 characters. */
    private static String nested(int times, String inner) {
        StringBuilder around = new StringBuilder(inner);
        for (int i = 0; i < times; i++) {
            around.insert(0, "{'" + "n".repeat(250) + "':{'filter':{'match_all':{}},'aggs':")
                    .append("}}");
        }
        return around.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'s#':{'terms':{'field':'_index'}}",
                "'s#':{'terms':{'field':'n','include':['a']}}",
                "'s#':{'max_bucket':{'buckets_path':'x>_count'}}"
            })
    void areDeniedWhereTheirPathsTogetherWouldBeLong(String aggregation) {
        String body = "{'size':0,'aggs':%s}".formatted(nested(19, list("{LIST}", aggregation, 250)));
        String sent = body.replace('\'', '"');

        assertDenied(search(sent).send());
        assertThat(acme("POST", "/logs/_msearch")
                        .body("{}\n" + sent + "\n")
                        .upstream(200, "application/json", "{\"responses\":[]}")
                        .send()
                        .relayed())
                .isFalse();
    }

    @Test
    void beginAnewWithEachSearch() {
        String body =
                "{'size':0,'aggs':%s}".formatted(nested(19, list("{LIST}", "'s#':{'terms':{'field':'_index'}}", 150)));
        String searches = ("{}\n" + body.replace('\'', '"') + "\n").repeat(3);

        assertThat(acme("POST", "/logs/_msearch").body(searches).send().relayed())
                .isTrue();
    }

    @Test
    void areDeniedWhereTheyAreNestedDeep() {
        assertThat(searchOf(nested(19, "{'i':{'terms':{'field':'_index'}}}")).relayed())
                .isTrue();
        assertDenied(searchOf(nested(20, "{'i':{'terms':{'field':'_index'}}}")));
        assertThat(searchOf(nested(19, "{'i':{'terms':{'field':'n','include':'a'}}}"))
                        .relayed())
                .isTrue();
    }

    private HarnessResult searchOf(String aggregations) {
        return search("{'size':0,'aggs':%s}".formatted(aggregations).replace('\'', '"'))
                .send();
    }

    /** A bucket or an aggregation may be called so; to try both at each of them took a million steps for each key. */
    @Test
    void areFoundAmongNamesLikeThoseOfAnAnswer() {
        String body = "{'i':{'terms':{'field':'_index'}}}";
        String answer = list("{'i':{'buckets':[LIST]}}", "{'key':'acme.l#'}", 40_000);
        for (int i = 0; i < 19; i++) {
            boolean named = i % 10 == 0;
            body = (named
                            ? "{'buckets':{'filters':{'filters':{'buckets':{'match_all':{}}}},'aggs':%s}}"
                            : "{'buckets':{'filter':{'match_all':{}},'aggs':%s}}")
                    .formatted(body);
            answer = (named ? "{'buckets':{'buckets':{'buckets':%s}}}" : "{'buckets':%s}").formatted(answer);
        }
        HarnessCall call = search("{'size':0,'aggs':%s}".formatted(body).replace('\'', '"'));
        String shown =
                "{'hits':{'hits':[]},'aggregations':%s}".formatted(answer).replace('\'', '"');

        String told = Assertions.assertTimeoutPreemptively(
                Duration.ofMinutes(1),
                () -> call.upstream(200, "application/json", shown).send().body());
        assertThat(told).contains("\"key\":\"l0\"", "\"key\":\"l39999\"").doesNotContain("acme");
    }

    /** {@code filter_path} leaves out the answer of a search of which nothing is shown, and the next one stands in its place. */
    @Test
    void areFoundWhereAnswersBeforeAreLeftOut() {
        String searches = """
                {}
                {'size':1}
                {}
                {'size':0,'aggs':{'i':{'terms':{'field':'_index'}}}}
                """.replace('\'', '"');
        String answer = "{'responses':[{'aggregations':{'i':{'buckets':[{'key':'acme.logs'}]}}}]}".replace('\'', '"');

        assertThat(acme("POST", "/logs/_msearch?filter_path=responses.aggregations")
                        .body(searches)
                        .upstream(200, "application/json", answer)
                        .everySplit()
                        .body())
                .isEqualTo(answer.replace("acme.logs", "logs"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'a':{'terms':{'field':'_index','include':'logs'}}}",
                "{'a':{'terms':{'exclude':['x','logs'],'field':'_index'}}}",
                "{'a':{'terms':{'field':'n'},'aggs':{'b':{'terms':{'include':'l.*','field':'_index'}}}}}",
                "{'a':{'terms':{'field':'n','include':['1']}},'b':{'terms':{'exclude':'logs','field':'_index'}}}"
            })
    void areDenied(String aggregations) {
        assertDenied(search("{'size':0,'aggs':%s}".formatted(aggregations).replace('\'', '"'))
                .everySplit());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'a':{'terms':{'field':'n','include':['1','2'],'exclude':'3'}}}",
                "{'a':{'terms':{'field':'_index'}},'b':{'terms':{'field':'n','include':['1']}}}",
                "{'include':{'terms':{'field':'_index'},'aggs':{'field':{'terms':{'include':'1','field':'n'}}}}}",
                "{'a':{'terms':{'field':'_index','include':{'partition':0,'num_partitions':2}}}}"
            })
    void areTakenOtherwise(String aggregations) {
        assertThat(search("{'size':0,'aggs':%s}".formatted(aggregations).replace('\'', '"'))
                        .everySplit()
                        .status())
                .isEqualTo(200);
    }
}
