package io.sluice.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bulk.verdict.BulkGrammar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerVersionTest {

    @ParameterizedTest
    @CsvSource({
        "7.17.28, 7, 17, '', false",
        "8.15.5, 8, 15, '', false",
        "8.19.21, 8, 19, '', true",
        "9.0.0-SNAPSHOT, 9, 0, '', true",
        "2.19.6, 2, 19, opensearch, false",
        "3.6.0, 3, 6, opensearch, false"
    })
    void tellsServersByTheirNumbers(String text, int major, int minor, String distribution, boolean inParts) {
        ServerVersion version = ServerVersion.of(text);

        assertThat(version).isEqualTo(new ServerVersion(major, minor));
        assertThat(version.grammar()).isEqualTo(BulkGrammar.of(distribution, text));
        assertThat(version.runsBulksWhileTheyArrive()).isEqualTo(inParts);
    }

    @Test
    void takesWhatItCannotReadForTheNewest() {
        assertThat(ServerVersion.of("")).isEqualTo(ServerVersion.NEWEST).isGreaterThan(ServerVersion.of("9.9.9"));
        assertThat(ServerVersion.of("new").grammar()).isEqualTo(BulkGrammar.ELASTICSEARCH_9);
    }

    @Test
    void countsMinorVersionsAsNumbers() {
        assertThat(ServerVersion.of("8.9.0")).isLessThan(ServerVersion.of("8.16.0"));
    }
}
