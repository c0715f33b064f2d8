package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.JsonEdit;
import io.sluice.api.JsonVisitor;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import org.junit.jupiter.api.Test;

class PrimaryTermsTest {

    private final JsonVisitor answer = at -> JsonEdit.descend();

    /** All of its members are the client's, of whatever name. */
    @Test
    void doNotStandInADocumentThatIsShownAlone() {
        PrimaryTerms terms = new PrimaryTerms(1);

        assertThat(terms.shown(answer, AnswerKind.SOURCE)).isSameAs(answer);
        assertThat(terms.shown(answer, AnswerKind.DOCUMENT)).isNotSameAs(answer);
    }
}
