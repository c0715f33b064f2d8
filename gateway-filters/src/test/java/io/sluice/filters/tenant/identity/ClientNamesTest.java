package io.sluice.filters.tenant.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.filters.tenant.names.TenantName;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ClientNamesTest {

    private static final TenantName TENANTS = new TenantName(false);
    private static final String LOGS = "^(?<prefix>[^-]+)-(?<tenant>[^-]+)(?<postfix>.*)$";

    private static ClientNames names(String pattern) {
        return ClientNames.parse(pattern, TENANTS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            logs-acme-prod         | acme  | logs-prod
            logs-acme              | acme  | logs
            logs-acme-             | acme  | logs-
            logs-acme--x           | acme  | logs--x
            logs.x-acme-1-2.3      | acme  | logs.x-1-2.3
            <logs-acme-{now/d}>    | acme  | <logs-{now/d}>
            logs-acme-*            | acme  | logs-*
            logs-acme-a*b          | acme  | logs-a*b
            logs                   |       |
            -acme                  |       |
            logs--prod             |       |
            logs-acme.prod         |       |
            logs-Acme-prod         |       |
            logs-_acme-prod        |       |
            logs-acme*             |       |
            logs-*                 |       |
            logs-*-prod            |       |
            l*-acme-prod           |       |
            *                      |       |
            *-acme-prod            |       |
            _all                   |       |
            <logs-{now/d}>         |       |
            <logs-{now/d}-acme>    |       |
            <logs-acme{now/d}>     |       |
            <logs-acme>            |       |
            logs-acme-{now/d}      |       |
            ''                     |       |
            """)
    void readsTheTenantThatIsCertainAndNoOther(String name, @Nullable String tenant, @Nullable String index) {
        ClientNames.Reading reading = names(LOGS).read(name);

        assertThat(reading).isEqualTo(tenant == null ? null : new ClientNames.Reading(tenant, String.valueOf(index)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            (?<tenant>[a-z]+)-(?<postfix>.+)                         ; acme-logs-1      ; acme ; logs-1
            (?<tenant>[a-z]+)-(?<postfix>.+)                         ; acme-*           ; acme ; *
            (?<tenant>[a-z]+)-(?<index>.+)                           ; acme-logs-1      ; acme ; logs-1
            (?<prefix>.+)-(?<tenant>[a-z]+)                          ; logs-1-acme      ; acme ; logs-1
            (?<prefix>.+)-(?<tenant>[a-z]+)                          ; *-acme           ; acme ; *
            (?<prefix>.+)-(?<tenant>[a-z]+)                          ; logs-acme-x*     ;      ;
            (?<index>.+)[.](?<prefix>t-)(?<tenant>[a-z]+)            ; logs-1.t-acme    ; acme ; logs-1
            (?<prefix>t-)(?<tenant>[a-z]+)-(?<index>.+)              ; t-acme-logs      ; acme ; logs
            (?<prefix>logs-)(?<tenant>[^-]+)-(?<postfix>.+)          ; logs-acme-1      ; acme ; logs-1
            (?<prefix>logs-)(?<tenant>[^-]+)(?<postfix>-.+)?         ;                  ;      ;
            (?<prefix>logs|metrics)-(?<tenant>[a-z]+)(?<postfix>.*)  ; metrics-acme-1   ; acme ; metrics-1
            (?<prefix>logs|metrics)-(?<tenant>[a-z]+)(?<postfix>.*)  ; orders-acme-1    ;      ;
            (?<prefix>logs|metrics)-(?<tenant>[a-z]+)(?<postfix>.*)  ; orders-acme-*    ;      ;
            (?<prefix>logs|metrics)-(?<tenant>acme)(?<postfix>.*)    ; logs-bolt-*      ;      ;
            (?<prefix>logs|metrics)-(?<tenant>acme)(?<postfix>.*)    ; logs-bolt-1      ;      ;
            (?<prefix>[^-]+)-(?<tenant>[a-z]+)(?<postfix>.*)-        ; a-               ;      ;
            x\\.(?<tenant>[a-z]+)[.](?<index>[a-z]+)                 ; x.acme.logs      ; acme ; logs
            x\\.(?<tenant>[a-z]+)[.](?<index>[a-z]+)                 ; x.acme.logs1     ;      ;
            """)
    void readsPatternsOfEveryForm(
            String pattern, @Nullable String name, @Nullable String tenant, @Nullable String index) {
        if (name == null) {
            assertThatThrownBy(() -> names(pattern)).isInstanceOf(IllegalArgumentException.class);
            return;
        }
        ClientNames names = names(pattern);
        ClientNames.Reading reading = names.read(name);

        assertThat(reading).isEqualTo(tenant == null ? null : new ClientNames.Reading(tenant, String.valueOf(index)));
        if (reading != null && name.indexOf('*') < 0) {
            assertThat(names.name(reading.tenant(), reading.index())).isEqualTo(name);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "(?<prefix>.*)",
                "(?<tenant>[a-z]+)",
                "(?<prefix>logs)-(?<tenant>[a-z]+)",
                "(?<tenant>[a-z]+)(?<tenant>[a-z]+)-(?<postfix>.*)",
                "(?<tenant>[a-z]+)-(?<other>.*)",
                "(?<postfix>[^-]+)-(?<tenant>[a-z]+)",
                "(?<tenant>[a-z]+)-(?<prefix>.*)",
                "(?<prefix>.+)-(?<tenant>[a-z]+)(?<postfix>.*)",
                "(?<prefix>[^.]+)-(?<tenant>[a-z]+)(?<postfix>.*)",
                "(?<prefix>[a-z-]+)-(?<tenant>[a-z]+)(?<postfix>.*)",
                "(?<prefix>\\D+)-(?<tenant>[a-z]+)(?<postfix>.*)",
                "(?<prefix>\\x2d+)-(?<tenant>[a-z]+)(?<postfix>.*)",
                "(?<prefix>[^-]+)-(?<tenant>[a-z]+)-(?<postfix>.*)",
                "(?<prefix>[^-]+)(?<tenant>[a-z]+)(?<postfix>.*)",
                "(?<prefix>[^-]+)_(?<tenant>[a-z]+)(?<postfix>.*)",
                "(?<tenant>[a-z]+)_(?<postfix>.*)",
                "(?<prefix>.*)-(?<tenant>[a-z]+)-(?<index>.*)",
                "(?<tenant>[a-z]+)-(?<index>.*)(?<postfix>.*)",
                "(?<tenant>[a-z]+)-.*(?<postfix>.*)",
                "(?<tenant>[a-z]+)(-|[.])(?<postfix>.*)",
                "(?<tenant>[a-z]+)-(?<postfix>(a)*)",
                "(?<tenant>[a-z]+)-(?<postfix>(a)\\1)",
                "(?<tenant>[a-z]+)-(?<postfix>.*",
                "(?<tenant>[a-z]+)-(?<postfix>[a-)",
                "(?<tenant>[a-z]+),(?<postfix>.*)",
                "(?i)(?<tenant>[a-z]+)-(?<postfix>.*)",
                "LOGS-(?<tenant>[a-z]+)-(?<postfix>.*)"
            })
    void refusesPatternsThatAreNoSureWayBack(String pattern) {
        assertThatThrownBy(() -> names(pattern)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesAHyphenAsAnEdgeWhereTenantsHaveSome() {
        assertThatThrownBy(() -> ClientNames.parse(LOGS, new TenantName(true)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(ClientNames.parse("(?<prefix>[^.]+)[.](?<tenant>[^.]+)(?<postfix>.*)", new TenantName(true))
                        .read("logs.acme-corp.1"))
                .isEqualTo(new ClientNames.Reading("acme-corp", "logs.1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            logs-acme-a,logs-acme-b     | logs-a,logs-b
            logs-acme-*,-logs-acme-b    | logs-*,-logs-b
            logs-acme-*,-logs-acme-b*   | logs-*,-logs-b*
            logs-acme-a,logs-bolt-b     |
            logs-acme-a,*               |
            logs-acme-*,-logs-bolt-b    |
            logs-acme-*,-*              |
            -logs-acme-b,logs-acme-*    |
            logs-acme-a,                |
            logs-acme-a,_all            |
            """)
    void keepsListsWithinOneTenant(String list, @Nullable String indices) {
        assertThat(names(LOGS).of("acme").indices(list)).isEqualTo(indices);
    }

    /** Of two names no two mean the same, and each comes back from what it means. */
    @Test
    void givesEachIndexOneName() {
        long seed = System.nanoTime();
        RandomGenerator random = new java.util.Random(seed);
        String[] patterns = {
            LOGS,
            "(?<tenant>[^-]+)-(?<postfix>.*)",
            "(?<prefix>.*)-(?<tenant>[^-]+)",
            "(?<prefix>a-)(?<tenant>[^-]+)(?<postfix>.*)",
            "(?<prefix>[^-.]*)-(?<tenant>[^-]+)(?<postfix>.*)[.]",
            "(?<index>.*)-a-(?<tenant>[^-]+)b"
        };
        for (String pattern : patterns) {
            ClientNames names = names(pattern);
            for (int i = 0; i < 20_000; i++) {
                String name = text(random, "ab-._");
                ClientNames.Reading reading = names.read(name);
                if (reading != null) {
                    assertThat(names.name(reading.tenant(), reading.index()))
                            .as("%s, seed %d", pattern, seed)
                            .isEqualTo(name);
                }
            }
        }
    }

    /** Whatever stands in the place of a wildcard, the name is the tenant's or nobody's, and the index is one that is meant. */
    @Test
    void takesNoWildcardThatCouldMeanAnotherTenant() {
        long seed = System.nanoTime();
        RandomGenerator random = new java.util.Random(seed);
        String[] patterns = {LOGS, "(?<tenant>[^-]+)-(?<postfix>.*)", "(?<prefix>.*)-(?<tenant>[^-]+)"};
        for (String pattern : patterns) {
            ClientNames names = names(pattern);
            for (int i = 0; i < 20_000; i++) {
                String wildcard = text(random, "ab-*") + "*" + text(random, "ab-");
                ClientNames.Reading meant = names.read(wildcard);
                if (meant != null) {
                    String name = wildcard.replace("*", text(random, "ab-."));
                    ClientNames.Reading one = names.read(name);
                    assertThat(one == null || one.tenant().equals(meant.tenant()))
                            .as("%s: %s and %s, seed %d", pattern, wildcard, name, seed)
                            .isTrue();
                }
            }
        }
    }

    private static String text(RandomGenerator random, String alphabet) {
        StringBuilder out = new StringBuilder();
        for (int i = random.nextInt(9); i > 0; i--) {
            out.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return out.toString();
    }
}
