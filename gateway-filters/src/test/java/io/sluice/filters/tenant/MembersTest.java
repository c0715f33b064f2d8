package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.names.AffixedNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The members that are kept from one request to the next. */
class MembersTest {

    private static final int MANY = 3 * Members.Kept.MAX;

    private final Members.Kept kept = new Members.Kept();
    private final Map<String, Integer> made = new HashMap<>();

    private Member use(String key) {
        return kept.get(key, () -> {
            made.merge(key, 1, Integer::sum);
            return Member.inOwnIndices(key, key, new AffixedNames("", "", List.of()));
        });
    }

    private void useManyOnce() {
        for (int i = 0; i < MANY; i++) {
            use("once-" + i);
        }
    }

    @Test
    void keepsANewMemberAfterManyWereUsedOnce() {
        useManyOnce();

        assertThat(use("new")).isSameAs(use("new"));
        assertThat(made).containsEntry("new", 1);
    }

    @Test
    void keepsAMemberThatIsUsedWhileManyAreUsedOnce() {
        for (int i = 0; i < MANY; i++) {
            use("mine");
            use("once-" + i);
        }

        assertThat(made).containsEntry("mine", 1);
    }

    @Test
    void dropsMembersThatWereUsedOnceBeforeManyOthers() {
        use("old");
        useManyOnce();
        use("old");

        assertThat(made).containsEntry("old", 2);
    }
}
