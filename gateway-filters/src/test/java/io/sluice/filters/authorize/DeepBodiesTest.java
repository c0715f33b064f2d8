package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.JsonEdit;
import io.sluice.api.JsonVisitor;
import io.sluice.filters.handle.HandleSealer;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A megabyte of values within many containers kept an event loop for minutes, where each value had the names around it read again. */
class DeepBodiesTest {

    private static final List<AuthorizeRule> RULES =
            List.of(new AuthorizeRule.Allow(List.of(EndpointClass.READ, EndpointClass.MANAGE), List.of("mine"), null));

    private final Access access;
    private final OwnHandles handles;

    DeepBodiesTest() throws IOException {
        access = AccessTest.access(RULES, () -> ClusterNames.NONE);
        TestContext context = new TestContext();
        handles =
                new OwnHandles(new HandleSealer(List.of(), Duration.ofHours(1), context.clock()), null, access, false);
    }

    private enum Kind {
        SEARCH,
        DOCUMENTS,
        ALIASES,
        DEFINITION;

        private JsonVisitor visitor(Access access, OwnHandles handles) {
            return switch (this) {
                case SEARCH -> NamedIndices.ofSearch(access, handles);
                case DOCUMENTS -> NamedIndices.ofDocuments(access, handles);
                case ALIASES -> NamedIndices.ofActions(access, handles);
                case DEFINITION -> new IndexDefinition(access, handles, null);
            };
        }
    }

    static Stream<Arguments> deepBodies() {
        return Stream.of(Kind.values())
                .flatMap(kind -> Stream.of(
                        Arguments.of(kind, List.of(), List.of("aggs", "any"), "index"),
                        Arguments.of(kind, List.of("query"), List.of("bool", "must"), "index"),
                        Arguments.of(kind, List.of("index"), List.of("", ""), ""),
                        Arguments.of(kind, List.of("type"), List.of("", ""), ""),
                        Arguments.of(kind, List.of("aliases", "mine", "filter"), List.of("bool", "filter"), "index"),
                        Arguments.of(kind, List.of("aggs", "any", "meta"), List.of("one", "other"), "index"),
                        Arguments.of(kind, List.of(), List.of("some", "other"), "member")));
    }

    private int looksAtTheEnd(Kind kind, List<String> beginning, int times, List<String> repeated, String last) {
        List<String> path = new ArrayList<>(beginning);
        Collections.nCopies(times, repeated).forEach(path::addAll);
        path.add(last);
        CountingCursor cursor = new CountingCursor();
        JsonVisitor visitor = kind.visitor(access, handles);
        assertThat(cursor.walk(visitor, path, "mine")).isInstanceOf(JsonEdit.Descend.class);
        int before = cursor.looks();
        visitor.onValue(cursor);
        return cursor.looks() - before;
    }

    @ParameterizedTest
    @MethodSource("deepBodies")
    void looksAtNoMoreNamesAroundAValueWhereMoreContainersAreOpen(
            Kind kind, List<String> beginning, List<String> repeated, String last) {
        int flat = looksAtTheEnd(kind, beginning, 2, repeated, last);

        assertThat(looksAtTheEnd(kind, beginning, 200, repeated, last))
                .isEqualTo(flat)
                .isLessThan(5);
    }
}
