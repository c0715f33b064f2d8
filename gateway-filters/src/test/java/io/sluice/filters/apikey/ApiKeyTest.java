package io.sluice.filters.apikey;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeyTest {

    private static String base64(String pair) {
        return Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    }

    private static ApiKey read(String header) {
        return Objects.requireNonNull(ApiKey.parse(header), header);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ApiKey ", "apikey ", "APIKEY "})
    void readsTheFormThatElasticsearchHandsOut(String scheme) {
        ApiKey key = read(scheme + base64("VuaCfGcBCdbkQm-e5aOx:ui2lp2axTNmsyakw9tvNnw"));

        assertThat(key.id()).isEqualTo("VuaCfGcBCdbkQm-e5aOx");
        assertThat(key.secretHash()).isEqualTo(ApiKey.sha256("ui2lp2axTNmsyakw9tvNnw".getBytes(UTF_8)));
        assertThat(key.header()).isEqualTo("ApiKey VnVhQ2ZHY0JDZGJrUW0tZTVhT3g6dWkybHAyYXhUTm1zeWFrdzl0dk5udw==");
    }

    @Test
    void endsTheIdAtTheFirstColonAsTheServerDoes() {
        ApiKey key = read("ApiKey " + base64("a:b:c"));

        assertThat(key.id()).isEqualTo("a");
        assertThat(key.secretHash()).isEqualTo(ApiKey.sha256("b:c".getBytes(UTF_8)));
    }

    @Test
    void writesAKeyWithoutPaddingAnew() {
        assertThat(read("ApiKey YTpiYg").header()).isEqualTo("ApiKey YTpiYg==");
        // The last digit has bits that mean nothing.
        assertThat(read("ApiKey YTpiYh").header()).isEqualTo("ApiKey YTpiYg==");
        assertThat(read("ApiKey YTpiYh").hash())
                .isEqualTo(read("ApiKey YTpiYg==").hash());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ApiKey",
                "ApiKey ",
                "ApiKey  YTpi",
                "ApiKey YTpi ",
                "ApiKey YTpi\n",
                "ApiKey YT pi",
                "ApiKey\tYTpi",
                "ApiKey YTpi,YTpi",
                "ApiKey YTpi=",
                "ApiKey =YTpi",
                "ApiKey YTpiY",
                "ApiKey YTp-Yg==",
                "ApiKey YTp_Yg==",
                "ApiKey \u00ffTpi",
                "ApiKey \u20acTpi",
                "Bearer YTpi",
                "Basic YTpi",
                "ApiKeyYTpi"
            })
    void refusesWhatIsNoBase64OfThatScheme(String header) {
        assertThat(ApiKey.parse(header)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", ":secret", "id:", "id", "id\n:secret", "id:sec\u0000ret", "i\u0085d:secret"})
    void refusesPairsThatAreNoKey(String pair) {
        assertThat(ApiKey.parse("ApiKey " + base64(pair))).isNull();
    }

    @Test
    void refusesBytesThatTheServerReadsAsAnotherName() {
        byte[] pair = "id\u00ff:secret".getBytes(ISO_8859_1);

        assertThat(ApiKey.parse("ApiKey " + Base64.getEncoder().encodeToString(pair)))
                .isNull();
    }

    @Test
    void refusesAHeaderOfOneMegabyteWithoutReadingIt() {
        assertThat(ApiKey.parse("ApiKey " + base64("id:" + "x".repeat(1 << 20))))
                .isNull();
        assertThat(ApiKey.parse("ApiKey " + base64("id:" + "x".repeat(3000)))).isNotNull();
    }

    @Test
    void printsNothingOfAKey() {
        assertThat(read("ApiKey " + base64("my-id:my-secret")).toString()).doesNotContain("my-id", "my-secret");
    }

    @Test
    void tellsTheSchemeFromOthers() {
        assertThat(ApiKey.isOne("apikey x")).isTrue();
        assertThat(ApiKey.isOne("ApiKey")).isTrue();
        assertThat(ApiKey.isOne("ApiKeys x")).isFalse();
        assertThat(ApiKey.isOne("Basic x")).isFalse();
    }
}
