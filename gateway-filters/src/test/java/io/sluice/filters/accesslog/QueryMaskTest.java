package io.sluice.filters.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryMaskTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jwt",
                "id_jwt",
                "pwd",
                "userPwd",
                "passwd",
                "passphrase",
                "passcode",
                "pass",
                "sig",
                "signature",
                "X-Amz-Signature",
                "session",
                "session_id",
                "jsessionid",
                "sid",
                "PHPSESSID",
                "key",
                "access_key",
                "accessKey",
                "X-Api-Key",
                "code",
                "otp",
                "otp_code",
                "pin",
                "bearer",
                "cookie",
                "saml",
                "SAMLResponse",
                "AWSAccessKeyId",
                "accesskey",
                "access_key_id",
                "subscriptionkey",
                "privatekey",
                "dpop",
                "user_pw",
                "userPw"
            })
    void hidesValuesOfNamesThatCredentialsHave(String name) {
        assertThat(QueryMask.mask("size=1&" + name + "=value&q=a")).isEqualTo("size=1&" + name + "=***&q=a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "q",
                "size",
                "routing",
                "pipeline",
                "keyed",
                "keys",
                "keywords",
                "decode",
                "design",
                "resident",
                "opinion",
                "pinned",
                "status_code_field",
                "scroll",
                "scroll_id",
                "stopwords",
                "filter_path",
                "ignore_throttled",
                "preference",
                "passage",
                "bypass_cache",
                "explain",
                "seq_no_primary_term",
                "if_seq_no",
                "include_named_queries_score"
            })
    void showsValuesOfOtherNames(String name) {
        String query = "size=1&" + name + "=value&q=a";
        assertThat(QueryMask.mask(query)).isEqualTo(query);
    }
}
