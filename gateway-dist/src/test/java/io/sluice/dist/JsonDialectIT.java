package io.sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.JsonEdit;
import io.sluice.api.Reply;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import io.sluice.json.ByteSink;
import io.sluice.json.JsonLimits;
import io.sluice.json.JsonRewriter;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The rewriter and a real Elasticsearch must never read a body differently: the rewriter refuses what the server
 * refuses, and both give accepted bodies the same meaning. One exception: the server refuses any duplicate name, the
 * rewriter only guarded ones. Digits of numbers are forwarded unchanged, so their interpretation is not compared.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JsonDialectIT {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String BEFORE = "{\"pipeline\":{\"processors\":[]},\"docs\":[{\"_source\":";
    private static final String AFTER = "}]}";

    private static final String[] VALUES = {
        "1",
        "-0",
        "0.10",
        "1e5",
        "1E+30",
        "-1.5e-3",
        "123456789012345678",
        "01",
        "-01",
        "+1",
        ".5",
        "1.",
        "1.e1",
        "0x10",
        "1_0",
        "NaN",
        "-NaN",
        "Infinity",
        "-Infinity",
        "true",
        "false",
        "null",
        "True",
        "nul",
        "truex",
        "undefined",
        "\"\"",
        "\"a",
        "'a'",
        "\"\\u0041\"",
        "\"\\u00\"",
        "\"\\x\"",
        "\"\\'\"",
        "\"\\a\"",
        "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\t\"",
        "\"\n\"",
        "\"\u0000\"",
        "\"\\u0000\"",
        "\"\u007f\"",
        "\"é😀\"",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[]",
        "[}",
        "{}",
        "{\"a\":1,}",
        "{,}",
        "{\"a\"}",
        "{\"a\" 1}",
        "{a:1}",
        "{'a':1}",
        "{1:1}",
        "{\"\\u0061\":1}",
        "{\"\\ud83d\\ude00\":1}",
        "{\"\\ud83d\":1}",
        "{\"a\\u0000\":1}",
        "/**/1",
        "1/**/",
        "//x\n1",
        "#x\n1",
        "1//x\n",
        "\u00a01",
        "\u20281",
        "\f1",
        "\u000b1",
        "\uFEFF1",
        "\u00001",
        "1\u0000",
        "// \n// \n1",
        "/* \" */1",
        "{\"a\":/*}*/1}",
        "\"/**/\"",
        "[\"a\"\"b\"]",
        "{\"a\":1 \"b\":2}",
        "1 2",
        "{\"a\":1;}",
        "(1)",
        "`a`",
        "-",
        "--1",
        "1e",
        "1e+",
        "1-",
        "0.0.0",
        "1ee5"
    };

    private final HttpClient client = HttpClient.newHttpClient();
    private DevCluster cluster;

    @BeforeAll
    void start() {
        cluster = SharedClusters.empty(ServerKind.ELASTICSEARCH_7);
    }

    @AfterAll
    void stop() {
        client.close();
    }

    @Test
    void refusesEveryValueThatTheServerRefusesAndReadsTheOthersAlike() throws Exception {
        List<String> differences = new ArrayList<>();
        for (String value : VALUES) {
            compare((BEFORE + "{\"v\":" + value + "}" + AFTER).getBytes(UTF_8), differences);
            compare(
                    (BEFORE + "{\"v\":[" + value + ", {\"w\" : " + value + " }]}" + AFTER).getBytes(UTF_8),
                    differences);
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void refusesWhateverEncodingTheServerWouldGuess() throws Exception {
        List<String> differences = new ArrayList<>();
        String text = BEFORE + "{\"v\":\"é\"}" + AFTER;
        for (String name : List.of("UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "ISO-8859-1")) {
            compare(text.getBytes(Charset.forName(name)), differences);
            compare(("\uFEFF" + text).getBytes(Charset.forName(name)), differences);
            assertThat(isRefusedHere(text.getBytes(Charset.forName(name))))
                    .as(name)
                    .isTrue();
        }
        assertThat(isRefusedHere(("\uFEFF" + text).getBytes(UTF_8))).isTrue();
        for (String tail : List.of(" ", "\n\n", "{}", "x", "\u0000", "]", ",", "//", "/**/", "1")) {
            compare((text + tail).getBytes(UTF_8), differences);
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void agreesAboutInvalidUtf8AndDamagedTexts() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> differences = new ArrayList<>();
        for (int round = 0; round < 1_000; round++) {
            byte[] text = (BEFORE + "{\"v\":[\"aé日😀\",\"\\ud83d\\ude00\",-1.5e3,true],\"w\":{\"é\":null}}" + AFTER)
                    .getBytes(UTF_8);
            int from = BEFORE.length();
            for (int i = random.nextInt(2); i >= 0; i--) {
                text[from + random.nextInt(text.length - AFTER.length() - from)] = (byte) random.nextInt(256);
            }
            compare(text, differences);
        }
        assertThat(differences).as("seed %d", seed).isEmpty();
    }

    private void compare(byte[] body, List<String> differences) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(cluster.address(0).resolve("/_ingest/pipeline/_simulate"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (isRefusedHere(body)) {
            return;
        }
        String text = new String(body, UTF_8);
        if (answer.statusCode() != 200) {
            if (!new String(answer.body(), UTF_8).contains("Duplicate field")) {
                differences.add("the server refuses " + text + ": " + new String(answer.body(), UTF_8));
            }
            return;
        }
        JsonNode there = MAPPER.readTree(answer.body()).at("/docs/0/doc/_source");
        JsonNode here = MAPPER.readTree(body).at("/docs/0/_source");
        if (!there.equals(here)) {
            differences.add("the server reads " + text + " as " + there);
        }
    }

    private static boolean isRefusedHere(byte[] body) {
        boolean[] refused = {false};
        ByteBuf chunk = Unpooled.wrappedBuffer(body);
        ByteSink sink = new ByteSink() {
            @Override
            public void relay(ByteBuf lent, int index, int length) {
                assertThat(length).isPositive();
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                assertThat(length).isPositive();
            }

            @Override
            public void refuse(Reply reply) {
                refused[0] = true;
            }
        };
        JsonRewriter rewriter = new JsonRewriter(at -> JsonEdit.descend(), JsonLimits.DEFAULT);
        rewriter.write(chunk, sink);
        if (!refused[0]) {
            rewriter.end(sink);
        }
        rewriter.close();
        return refused[0];
    }
}
