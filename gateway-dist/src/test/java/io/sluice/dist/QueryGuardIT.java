package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a real server takes for a costly query, however it is written, the guard must see. */
class QueryGuardIT {

    private static final int ROUNDS = 600;

    /** As the server explains patterns: a field, a colon, and what it looks for. */
    private static final Pattern LEADING = Pattern.compile("(?<![\\\\*])[a-z]+:[*?](?=[^ )]|\\?)");

    private static final Pattern REGEXP = Pattern.compile("[a-z]+:/");

    /** Queries around a query, which stands where {@code @} is. */
    private static final String[] AROUND = {
        "{'bool':{'must':[{'term':{'host':'a'}},@]}}",
        "{'bool':{'filter':@}}",
        "{'bool':{'should':[@],'must_not':[{'match_none':{}}]}}",
        "{'bool':{'must_not':@}}",
        "{'constant_score':{'filter':@,'boost':2}}",
        "{'dis_max':{'queries':[@,{'match_all':{}}]}}",
        "{'boosting':{'positive':@,'negative':{'match_all':{}},'negative_boost':0.5}}",
        "{'function_score':{'query':@,'functions':[{'weight':2,'filter':{'match_all':{}}}]}}",
        "{'function_score':{'functions':[{'weight':2,'filter':@}]}}",
        "{'nested':{'path':'parts','ignore_unmapped':true,'query':@}}",
        "@",
    };

    /** Queries with a text, which stands where {@code $} is, that the server cuts into patterns. */
    private static final String[] TEXTS = {
        "{'query_string':{'query':$}}",
        "{'query_string':{'default_field':'host','analyze_wildcard':true,'query':$}}",
        "{'query_string':{'fields':['host','text'],'query':$,'lenient':true}}",
    };

    /** Queries that are costly whatever follows the wildcard at the beginning of the text. */
    private static final String[] PATTERNS = {
        "{'wildcard':{'host':$}}",
        "{'wildcard':{'host':{'value':$}}}",
        "{'wildcard':{'host':{'boost':1.5,'wildcard':$}}}",
        "{'regexp':{'host':$}}",
        "{'span_multi':{'match':{'wildcard':{'text':{'value':$}}}}}",
        "{'intervals':{'text':{'wildcard':{'pattern':$}}}}",
    };

    private static final String[] PIECES = {
        "a", "bc", " ", "*", "?", "\\", "\"", "/", "[", "]", " TO ", "~", "~2", "^2", ":", "host:", "(", ")", "+", "-",
        "!", "&&", " AND ", "*b", "b*", "/a.*/", "\t", "\f", "\u3000", "\u00e9"
    };

    /** Bodies of searches with a script, which stands where {@code @} is. */
    private static final String[] SCRIPTED = {
        "{'query':{'script':{'script':@}}}",
        "{'query':{'bool':{'filter':[{'script':{'script':@}}]}}}",
        "{'query':{'script_score':{'query':{'match_all':{}},'script':@}}}",
        "{'query':{'function_score':{'script_score':{'script':@}}}}",
        "{'query':{'function_score':{'functions':[{'script_score':{'script':@}}]}}}",
        "{'query':{'terms_set':{'host':{'terms':['a'],'minimum_should_match_script':@}}}}",
        "{'post_filter':{'script':{'script':@}}}",
        "{'script_fields':{'f':{'script':@}}}",
        "{'sort':{'_script':{'type':'number','script':@}}}",
        "{'sort':['host',{'_script':{'type':'number','script':@}}]}",
        "{'sort':[{'host':{'order':'asc','nested':{'path':'parts','filter':{'script':{'script':@}}}}}]}",
        "{'runtime_mappings':{'r':{'type':'long','script':@}},'fields':['r'],'query':{'term':{'r':1}}}",
        "{'aggs':{'a':{'terms':{'script':@}}}}",
        "{'aggs':{'a':{'avg':{'script':@}}}}",
        "{'aggs':{'a':{'filter':{'script':{'script':@}}}}}",
        "{'aggs':{'a':{'filters':{'filters':{'term':{'script':{'script':@}}}}}}}",
        "{'aggs':{'a':{'filters':{'filters':[{'script':{'script':@}}]}}}}",
        "{'aggs':{'a':{'composite':{'sources':[{'s':{'terms':{'script':@}}}]}}}}",
        "{'aggs':{'a':{'scripted_metric':{'map_script':@,'combine_script':'1','reduce_script':'1'}}}}",
        "{'aggs':{'a':{'top_hits':{'script_fields':{'f':{'script':@}}}}}}",
        "{'aggs':{'a':{'terms':{'field':'host'},'aggregations':{'b':{'sum':{'script':@}}}}}}",
        "{'aggs':{'a':{'significant_terms':{'field':'host','script_heuristic':{'script':@}}}}}",
        "{'aggs':{'a':{'weighted_avg':{'value':{'script':@},'weight':{'field':'number'}}}}}",
        "{'rescore':{'query':{'rescore_query':{'script':{'script':@}}}}}",
        "{'highlight':{'fields':{'host':{'highlight_query':{'script':{'script':@}}}}}}",
        "{'collapse':{'field':'host','inner_hits':{'name':'h','script_fields':{'f':{'script':@}}}}}",
        "{'query':{'intervals':{'text':{'match':{'query':'a','filter':{'script':@}}}}}}",
    };

    /** Compiled by nobody. */
    private static final String[] SCRIPTS = {
        "'no script('",
        "{'source':'no script('}",
        "{'lang':'painless','source':'no script('}",
        "{'params':{'a':1},'source':'no script('}",
    };

    private static final String[] SIZES = {
        "10001", "'10001'", "10001.9", "1.0001e4", "'1.0001e4'", "1e5", "20000", "2147483647"
    };

    @TempDir
    Path home;

    private final HttpClient client = HttpClient.newHttpClient();
    private URI server;
    private RunningGateway gateway;
    private Random random;
    private final List<String> missed = new ArrayList<>();
    private int seen;

    @ParameterizedTest
    @EnumSource(
            value = ServerKind.class,
            names = {"ELASTICSEARCH_7", "ELASTICSEARCH_8"})
    void seesWhateverTheServerSees(ServerKind kind) throws Exception {
        // Given
        DevCluster cluster = SharedClusters.empty(kind);
        server = cluster.address(0);
        long seed = RandomGenerator.getDefault().nextLong();
        random = new Random(seed);
        send("PUT", server + "/logs", """
                {"mappings":{"properties":{"host":{"type":"keyword"},"text":{"type":"text"},"number":{"type":"long"},
                "parts":{"type":"nested","properties":{"a":{"type":"keyword"}}}}}}""");
        send(
                "PUT",
                server + "/logs/_doc/1?refresh=true",
                "{\"host\":\"a\",\"text\":\"a b\",\"number\":1,\"parts\":[{\"a\":\"b\"}]}");
        try (RunningGateway started = start()) {
            gateway = started;

            // When
            for (int i = 0; i < ROUNDS; i++) {
                pattern(text());
            }
            scripts();
            sizes();
        }

        // Then
        assertThat(missed).as("seed %d", seed).isEmpty();
        assertThat(seen).isGreaterThan(200);
    }

    private RunningGateway start() throws Exception {
        Distribution distribution = Distribution.copyTo(home.resolve("sluice"));
        distribution.configure("""
                admin: { enabled: false }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: ["%s"] } }
                flows:
                  default:
                    filters:
                      - type: query-guard
                        config:
                          rules:
                            - leadingWildcards: {}
                            - regexps: {}
                            - scripts: {}
                            - window: { max: 10000 }
                    relay: { cluster: primary }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(server));
        return distribution.start();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(6); n >= 0; n--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private void pattern(String text) throws Exception {
        boolean cut = random.nextBoolean();
        // An explanation does not tell a wildcard from a character that was escaped or quoted.
        String plain = text.replaceAll("[\\\\\"]", "");
        if (cut && random.nextInt(4) == 0) {
            String url =
                    "/logs/_validate/query?explain=true&df=host&q=" + URLEncoder.encode(plain, StandardCharsets.UTF_8);
            compare(url, url, "", QueryGuardIT::isCostly);
            return;
        }
        String query = cut
                ? any(TEXTS).replace("$", json(plain))
                : any(PATTERNS).replace("$", json((random.nextBoolean() ? "*" : "?") + text));
        for (int n = random.nextInt(3); n > 0; n--) {
            query = any(AROUND).replace("@", query);
        }
        compare(
                "/logs/_validate/query?explain=true",
                "/logs/_count",
                quoted("{'query':" + query + "}"),
                cut ? QueryGuardIT::isCostly : QueryGuardIT::isValid);
    }

    private static boolean isValid(String answer) {
        return answer.contains("\"valid\":true");
    }

    private static boolean isCostly(String answer) {
        return isValid(answer)
                && (LEADING.matcher(answer).find() || REGEXP.matcher(answer).find());
    }

    private void scripts() throws Exception {
        for (String body : SCRIPTED) {
            for (String script : SCRIPTS) {
                String search = quoted(body.replace("@", script));
                compare("/logs/_search", "/logs/_search", search, answer -> answer.contains("script_exception"));
                compare(
                        "/logs/_msearch",
                        "/logs/_msearch",
                        "{}\n" + search + "\n",
                        answer -> answer.contains("script_exception"));
            }
        }
    }

    private void sizes() throws Exception {
        for (String size : SIZES) {
            for (String body :
                    new String[] {"{'size':@}", "{'query':{'match_all':{}},'from':1,'s\\u0069ze':@}", "{'from':@}"}) {
                compare(
                        "/logs/_search",
                        "/logs/_search",
                        quoted(body.replace("@", size)),
                        answer -> answer.contains("Result window is too large"));
            }
        }
        for (String url : new String[] {"size=10001", "from=9999&size=2", "size=1&size=%31000%31"}) {
            String target = "/logs/_search?" + url;
            compare(target, target, "", answer -> answer.contains("Result window is too large"));
        }
    }

    /** Whether the guard denies what the server takes for costly. */
    private void compare(String asked, String guarded, String body, Predicate<String> costly) throws Exception {
        String answer = send("POST", server + asked, body).body();
        if (!costly.test(answer)) {
            return;
        }
        seen++;
        HttpResponse<String> denied = send("POST", gateway.address() + guarded, body);
        if (denied.statusCode() != 400 || !denied.body().contains("query guard")) {
            missed.add(guarded + " " + body + " -> " + denied.statusCode() + " " + denied.body() + ", but " + answer);
        }
    }

    private HttpResponse<String> send(String method, String uri, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private String any(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static String quoted(String json) {
        return json.replace('\'', '"');
    }

    private static String json(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.chars()
                .forEach(c -> out.append(
                        c < 0x20 || c == '"' || c == '\\' || c == '\''
                                ? String.format("\\u%04x", c)
                                : Character.toString(c)));
        return out.append('"').toString();
    }
}
