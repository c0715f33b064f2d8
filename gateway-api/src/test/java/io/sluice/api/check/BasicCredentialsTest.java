package io.sluice.api.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BasicCredentialsTest {

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    }

    @Test
    void splitsAtTheFirstColon() {
        BasicCredentials credentials = Objects.requireNonNull(BasicCredentials.parse(basic("alice:a:b:ü")));

        assertThat(credentials.user()).isEqualTo("alice");
        assertThat(credentials.password()).isEqualTo("a:b:ü".getBytes(UTF_8));
    }

    @Test
    void takesTheSchemeInAnyCaseAndAnEmptyPassword() {
        assertThat(BasicCredentials.parse(basic("alice:").replace("Basic", "bAsIc")))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Basic",
                "Basic ",
                "Basic !!!",
                "Basic YWxpY2U=",
                "Basic OnNlY3JldA==",
                "Basic YWxpY2U6c2VjcmV0 x",
                "Bearer YWxpY2U6c2VjcmV0",
                "ApiKey YWxpY2U6c2VjcmV0",
                "Basic /////w==",
                "Basic YQBsaWNlOnNlY3JldA==",
                "Basic YWxpY2U6c2Vj\u0000cmV0"
            })
    void refusesWhatIsMalformed(String header) {
        assertThat(BasicCredentials.parse(header)).isNull();
    }

    @Test
    void refusesControlCharacters() {
        assertThat(BasicCredentials.parse(basic("ali\nce:secret"))).isNull();
        assertThat(BasicCredentials.parse(basic("alice:sec\0ret"))).isNull();
    }

    @Test
    void readsVeryLongCredentials() {
        String password = "x".repeat(1 << 20);

        assertThat(BasicCredentials.parse(basic("alice:" + password))).isNotNull();
    }

    @Test
    void doesNotShowWhatItHolds() {
        assertThat(BasicCredentials.parse(basic("alice:secret")).toString()).doesNotContain("secret");
    }
}
