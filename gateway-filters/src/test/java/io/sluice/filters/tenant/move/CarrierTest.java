package io.sluice.filters.tenant.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.testkit.TestCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a move refuses to carry, and what it is not sure of. */
class CarrierTest {

    private static final StoredName BY_ALIAS = new StoredName("alias", "1", null);

    private final FaultyDocuments from = new FaultyDocuments();
    private final FaultyDocuments to = new FaultyDocuments();
    private final NotedMarks marks = new NotedMarks();
    private final Carrier carrier = new Carrier(from, to, () -> true, marks, new FoundFields());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"_source\":{\"excludes\":[\"secret\"]}}",
                "{\"_source\":{\"includes\":[\"shown*\"]}}",
                "{\"_source\":{\"enabled\":false}}",
                "{\"_source\":{\"mode\":\"disabled\"}}"
            })
    void refusesIndicesThatDoNotKeepAllOfASource(String mappings) throws Exception {
        from.mapped(mappings);

        assertThatThrownBy(carrier::prepare)
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("index logs does not keep all of its documents' sources");
        assertThatThrownBy(() -> carrier.compareAll(null, count -> {}))
                .as("if it was made after the move had begun")
                .isInstanceOf(UnmovableException.class);
    }

    /** The other place would take writes, and this one no copies on the way back. */
    @Test
    void refusesIndicesThatTakeNoWrites() throws Exception {
        from.set("{\"blocks\":{\"write\":\"true\"}}");

        assertThatThrownBy(carrier::prepare)
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("index logs takes no writes");
    }

    /** Its servers refuse ids that others have drawn, so that a client's write would fail. */
    @Test
    void refusesTimeSeries() throws Exception {
        from.set("{\"mode\":\"time_series\",\"routing_path\":[\"host\"]}");

        assertThatThrownBy(carrier::prepare)
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("index logs is a time series");
    }

    /** A copy would be another document than the one that it is a copy of. */
    @Test
    void refusesIndicesThatReplaceIds() throws Exception {
        from.set("{\"mode\":\"logsdb\",\"logsdb\":{\"route_on_sort_fields\":\"true\"}}");

        assertThatThrownBy(carrier::prepare)
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("index logs replaces the ids");
    }

    /** Around midnight the name may have stood for the index of the day before. */
    @Test
    void isNotSureOfWhatItDoesNotFindByDateMath() throws Exception {
        from.put("1", "{}");
        List<StoredName> touched = List.of(
                new StoredName("<logs-{now/d}>", "gone", null),
                new StoredName("<logs-{now/d}>", "1", null),
                new StoredName("logs", "deleted", null));

        assertThatThrownBy(() -> carrier.copy(touched, false))
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("may have stood for another index");
        assertThat(to.sources()).as("what it finds is copied").containsOnlyKeys("1");

        carrier.copy(touched.subList(1, 3), false);
    }

    private static Carrier by(AliasedPlace place) {
        return new Carrier(place, new FaultyDocuments(), () -> true, new NotedMarks(), new FoundFields());
    }

    private static void assertUnsure(ThrowingCallable copy) {
        assertThatThrownBy(copy)
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("may have stood for another index");
    }

    /** It may have been written in the index that the alias stood for before. */
    @Test
    void isNotSureOfWhatItDoesNotFindByAnAliasThatItDoesNotKnow() throws Exception {
        assertUnsure(() -> by(new AliasedPlace("logs-1")).copy(List.of(BY_ALIAS), false));

        by(new AliasedPlace("logs-1").documents("logs-1")).copy(List.of(BY_ALIAS), false);
    }

    @Test
    void isSureOfADeletionByAnAliasThatStandsForTheSameIndexAsBefore() throws Exception {
        AliasedPlace place = new AliasedPlace("logs-1");
        Carrier earlier = by(place);
        assertUnsure(() -> earlier.copy(List.of(BY_ALIAS), false));

        by(place).copy(List.of(BY_ALIAS), false);

        assertUnsure(() -> earlier.copy(List.of(BY_ALIAS), false));
    }

    /** What stands there may be what somebody else has written since. */
    @Test
    void isNotSureOfAWriteByAnAliasThatHasChanged() throws Exception {
        AliasedPlace place = new AliasedPlace("logs-1").documents("logs-1", "logs-2");
        by(place).copy(List.of(BY_ALIAS), false);
        Carrier sent = by(place);
        Carrier sentToo = by(place);
        place.alias("logs-2");

        assertUnsure(() -> sent.copy(List.of(BY_ALIAS), false));
        assertUnsure(() -> sentToo.copy(List.of(BY_ALIAS), false));
        by(place).copy(List.of(BY_ALIAS), false);
    }

    @Test
    void isNotSureOfAWriteByAnAliasThatIsGone() throws Exception {
        AliasedPlace place = new AliasedPlace("logs-1").documents("logs-1");
        by(place).copy(List.of(BY_ALIAS), false);
        Carrier sent = by(place);
        place.alias(null);

        assertUnsure(() -> sent.copy(List.of(BY_ALIAS), false));
        by(place).copy(List.of(BY_ALIAS), false);
    }

    /** An alias may have got another index since the write. */
    @Test
    void isSureLateOnlyOfWhatItFindsByTheNameOfItsIndex() throws Exception {
        from.put("1", "{}");

        carrier.copy(List.of(new StoredName("logs", "1", null)), true);
        assertThatThrownBy(() -> carrier.copy(List.of(new StoredName("<logs-{now/d}>", "1", null)), true))
                .isInstanceOf(UnmovableException.class);
        assertThat(to.sources()).containsOnlyKeys("1");
    }

    private static Carrier refreshing(String refreshed, List<RequestTarget> asked) {
        TestCluster cluster = new TestCluster("test").answeringRequests((method, target, body) -> {
            asked.add(target);
            return new ClusterResponse(200, refreshed.getBytes(StandardCharsets.UTF_8));
        });
        UntranslatedDocuments place = () -> cluster;
        return new Carrier(place, place, () -> true, new NotedMarks(), new FoundFields());
    }

    /** Reads go to that place next. */
    @Test
    void refreshesHiddenIndicesToo() throws Exception {
        List<RequestTarget> asked = new ArrayList<>();

        refreshing("{\"_shards\":{\"failed\":0}}", asked).refresh();

        assertThat(asked).singleElement().satisfies(target -> {
            assertThat(target.rawPath()).isEqualTo("/logs/_refresh");
            assertThat(target.parameter("expand_wildcards")).isEqualTo("open,hidden");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"_shards\":{\"failed\":1}}", "{}"})
    void doesNotTakeAPlaceAsRefreshedWhereAShardIsNot(String answer) {
        assertThatThrownBy(() -> refreshing(answer, new ArrayList<>()).refresh())
                .isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"_source\":{}}",
                "{\"_source\":{\"enabled\":true}}",
                "{\"_source\":{\"mode\":\"synthetic\"}}"
            })
    void takesOthers(String mappings) throws Exception {
        from.mapped(mappings);

        assertThatCode(carrier::prepare).doesNotThrowAnyException();
    }
}
