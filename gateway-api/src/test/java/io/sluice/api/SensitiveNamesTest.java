package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SensitiveNamesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization",
                "password",
                "pwd",
                "user_pwd",
                "passphrase",
                "jwt",
                "bearer",
                "X-Bearer",
                "access_token",
                "apiKey",
                "api_key",
                "private-key",
                "key",
                "sig",
                "X-Sig",
                "url.sig",
                "otp",
                "pw",
                "X-Amz-Signature",
                "X-Passcode",
                "SAMLResponse",
                "PHPSESSID"
            })
    void ofCredentials(String name) {
        assertThat(SensitiveNames.matches(name)).isTrue();
        assertThat(SensitiveNames.matchesParameter(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pass",
                "user_pass",
                "userPass",
                "X-Routing-Key",
                "sharedKey",
                "code",
                "otpCode",
                "PIN",
                "sid",
                "mySid"
            })
    void ofParametersByTheirLastWord(String name) {
        assertThat(SensitiveNames.matches(name)).isFalse();
        assertThat(SensitiveNames.matchesParameter(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"q", "typed_keys", "key_field", "opinion", "resident", "decode", "status_code_field", "bypass"})
    void ofOtherParameters(String name) {
        assertThat(SensitiveNames.matchesParameter(name)).isFalse();
    }

    /** Parameters of servers, and headers that a user may want kept. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "q",
                "keyed",
                "typed_keys",
                "significant",
                "design",
                "routing",
                "key_field",
                "X-Routing-Key",
                "preference",
                "pwx",
                "scroll_id"
            })
    void ofOtherThings(String name) {
        assertThat(SensitiveNames.matches(name)).isFalse();
    }
}
