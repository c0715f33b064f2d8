package io.sluice.index.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.index.call.Server;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchBodyTest {
    /** An object with {@code exclude_vectors} would bring inference fields, which other servers take for fields of the document. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            9.1.5       | LINE | true
            9.2.4       | LINE | {"exclude_vectors":false,"excludes":["_inference_fields"]}
            9.2.4       | HASH | {"exclude_vectors":false,"excludes":["_inference_fields"]}
            9.2.4       | NONE | false
            """)
    void asksForVectorsButNotForWhatServersMadeOfTexts(String version, SourceForm form, String source)
            throws Exception {
        ReadTerms terms = new ReadTerms(Server.of(version), form, 1, SnapshotKind.AUTO);

        String body = new SearchBody(terms).range(0, 1, 2, null);

        assertThat(new ObjectMapper().readTree(body).path("_source")).hasToString(source);
    }
}
