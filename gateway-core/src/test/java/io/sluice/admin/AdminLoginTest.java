package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Secret;
import io.sluice.config.AdminAuthConfig;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminLoginTest {
    private static final AdminAuthConfig PAIR = new AdminAuthConfig("ops", new Secret("a long password"), null, true);
    private static final AdminAuthConfig TOKEN = new AdminAuthConfig(null, null, new Secret("0123456789abcdef"), false);

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void letsEverybodyReadWithoutAConfiguration() {
        assertThat(new AdminLogin(null).permits("/config", null)).isTrue();
    }

    @Test
    void takesTheUserWithTheRightPasswordOnly() {
        AdminLogin login = new AdminLogin(PAIR);
        assertThat(login.permits("/", basic("ops:a long password"))).isTrue();
        assertThat(login.permits("/", basic("ops:a long passwore"))).isFalse();
        assertThat(login.permits("/", basic("opt:a long password"))).isFalse();
        assertThat(login.permits("/", "Bearer a long password")).isFalse();
    }

    @Test
    void takesTheTokenAsABearerOrAsAnyUsersPassword() {
        AdminLogin login = new AdminLogin(TOKEN);
        assertThat(login.permits("/overview", "Bearer 0123456789abcdef")).isTrue();
        assertThat(login.permits("/overview", "bearer 0123456789abcdef")).isTrue();
        assertThat(login.permits("/overview", basic("anybody:0123456789abcdef")))
                .isTrue();
        assertThat(login.permits("/overview", "Bearer 0123456789abcdee")).isFalse();
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {"Basic", "Basic ", "Basic %%%", "Bearer", "Bearer ", " ", "Basic b3Bz", "Digest x"})
    void refusesWhatIsNoCredential(String authorization) {
        assertThat(new AdminLogin(PAIR).permits("/config", authorization)).isFalse();
        assertThat(new AdminLogin(TOKEN).permits("/config", authorization)).isFalse();
    }

    @Test
    void asksNobodyForHealthAndForMetricsOnlyWhereItIsTold() {
        for (String health : new String[] {"/health/live", "/health/ready"}) {
            assertThat(new AdminLogin(PAIR).permits(health, null)).isTrue();
        }
        assertThat(new AdminLogin(PAIR).permits("/metrics", null)).isFalse();
        assertThat(new AdminLogin(TOKEN).permits("/metrics", null)).isTrue();
        assertThat(new AdminLogin(TOKEN).permits("/stats", null)).isFalse();
    }
}
