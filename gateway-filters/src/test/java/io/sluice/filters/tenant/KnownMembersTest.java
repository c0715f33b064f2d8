package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.names.AffixedNames;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The members that one request remembers. */
class KnownMembersTest {

    private final List<String> made = new ArrayList<>();
    private final KnownMembers members = new KnownMembers(this::make);

    private Member make(String expression) {
        made.add(expression);
        return Member.inOwnIndices("acme", "acme", new AffixedNames("acme.", "", List.of()));
    }

    @Test
    void makesTheMemberForAShortExpressionOnce() {
        assertThat(members.member("logs")).isSameAs(members.member("logs"));
        assertThat(made).containsExactly("logs");
    }

    @Test
    void remembersNoLongExpression() {
        String longOne = "\u0100".repeat(256);

        members.member(longOne);
        members.member(longOne);

        assertThat(made).hasSize(2);
    }

    @Test
    void remembersTheFirstExpressionsOnly() {
        for (int i = 0; i < 300; i++) {
            members.member("logs-" + i);
        }
        made.clear();

        members.member("logs-0");
        members.member("logs-299");

        assertThat(made).containsExactly("logs-299");
    }
}
