package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The clusters of these tests are looked at every 30 s. */
class NamesWatchTest {

    private final TestCluster first = cluster("primary", "logs-1");
    private final TestCluster second = cluster("secondary", "logs-2");
    private final TestContext context = new TestContext().reaching(first, second);

    private static TestCluster cluster(String name, String index) {
        return new TestCluster(name).answering(target -> names(index));
    }

    private static String names(String index) {
        return "{'indices':[{'name':'%s'}],'data_streams':[],'aliases':[{'name':'logs','indices':['%s']}]}"
                .formatted(index, index)
                .replace('\'', '"');
    }

    private NamesWatch watch() {
        NamesWatch watch = new NamesWatch(context, List.of());
        context.runTasks();
        return watch;
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            context.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void knowsTheNamesOfAllClusters() {
        ClusterNames names = Objects.requireNonNull(watch().names()).names();

        assertThat(names.behind("logs")).containsExactlyInAnyOrder("logs-1", "logs-2");
    }

    @Test
    void readsNamesAgainAtTheIntervalOfDiscovery() {
        NamesWatch watch = watch();
        first.answering(target -> names("logs-3"));

        pass(30);

        assertThat(Objects.requireNonNull(watch.names()).names().behind("logs"))
                .containsExactlyInAnyOrder("logs-2", "logs-3");
    }

    @Test
    void knowsNothingOnceOneClusterCouldNotBeReadForAMinute() {
        NamesWatch watch = watch();
        second.silence();

        pass(89);
        assertThat(watch.names()).isNotNull();
        pass(1);
        assertThat(watch.names()).isNull();
    }

    @Test
    void keepsTheLastNamesWhileNoNodeIsAvailable() {
        NamesWatch watch = watch();
        second.silence();
        second.available(false);

        pass(600);
        assertThat(watch.names()).isNotNull();
        second.available(true);
        assertThat(watch.names()).isNull();
    }

    @Test
    void readsNamesAgainAsSoonAsANodeIsAvailable() {
        NamesWatch watch = watch();
        second.silence();
        second.available(false);
        pass(610);
        second.answering(target -> names("logs-3"));
        second.available(true);

        pass(1);

        assertThat(Objects.requireNonNull(watch.names()).names().behind("logs"))
                .containsExactlyInAnyOrder("logs-1", "logs-3");
    }

    @Test
    void knowsNothingOfAClusterThatWasAwayFromTheBeginning() {
        second.silence();
        second.available(false);
        NamesWatch watch = watch();

        pass(600);

        assertThat(watch.names()).isNull();
    }

    @Test
    void decidesByTheFirstClusterWhileTheStandbyWasNeverRead() {
        context.withStandby("secondary");
        second.silence();
        NamesWatch watch = watch();
        assertThat(Objects.requireNonNull(watch.names()).names().behind("logs")).containsExactly("logs-1");

        second.answering(target -> names("logs-2"));
        pass(1);

        assertThat(Objects.requireNonNull(watch.names()).names().behind("logs"))
                .containsExactlyInAnyOrder("logs-1", "logs-2");
    }

    @Test
    void keepsTheNamesOfAStandbyThatCannotBeRead() {
        context.withStandby("secondary");
        NamesWatch watch = watch();
        second.silence();

        pass(600);

        assertThat(Objects.requireNonNull(watch.names()).names().behind("logs"))
                .containsExactlyInAnyOrder("logs-1", "logs-2");
    }

    @Test
    void knowsNothingWhileOnlyTheStandbyIsKnown() {
        context.withStandby("secondary");
        first.silence();

        assertThat(watch().names()).isNull();
    }

    /** As where all threads for looks are busy. */
    @Test
    void knowsNothingOfWhatIsTooOldEvenIfNoLookEnds() {
        NamesWatch watch = watch();

        context.clock().advance(Duration.ofSeconds(89));
        assertThat(watch.names()).isNotNull();
        context.clock().advance(Duration.ofSeconds(1));
        assertThat(watch.names()).isNull();
    }

    @Test
    void knowsNothingOfWhatIsTooOldAlsoWhereTheTimeOfDayIsSetBack() {
        NamesWatch watch = watch();

        context.clock().set(context.clock().instant().minus(Duration.ofDays(1)));
        context.clock().advance(Duration.ofSeconds(90));

        assertThat(watch.names()).isNull();
    }

    @Test
    void readsNamesAgainSoonOnceOneIsMissed() {
        NamesWatch watch = watch();
        first.answering(target -> names("logs-3"));
        watch.miss();

        pass(5);

        assertThat(Objects.requireNonNull(watch.names()).names().behind("logs"))
                .containsExactlyInAnyOrder("logs-2", "logs-3");
        assertThat(first.asked()).hasSameSizeAs(second.asked());
        int asked = first.asked().size();
        pass(20);
        assertThat(first.asked()).hasSize(asked);
    }

    @Test
    void readsNamesAgainSoonThatAreMissedDuringALook() {
        NamesWatch watch = watch();
        first.answering(target -> {
            watch.miss();
            first.answering(later -> names("logs-3"));
            return names("logs-1");
        });
        pass(30);

        pass(5);

        assertThat(Objects.requireNonNull(watch.names()).names().behind("logs"))
                .containsExactlyInAnyOrder("logs-2", "logs-3");
    }

    @Test
    void readsNamesOfEachClusterAgainSoonWhereOneWasReadEarlier() {
        second.silence();
        NamesWatch watch = watch();
        second.answering(target -> names("logs-2"));
        pass(1);
        second.answering(target -> names("logs-3"));
        watch.miss();

        pass(5);

        assertThat(Objects.requireNonNull(watch.names()).names().behind("logs"))
                .containsExactlyInAnyOrder("logs-1", "logs-3");
    }

    @Test
    void looksOnceForAllWhoNeedToKnowWhatIsThereNow() {
        NamesWatch watch = watch();
        first.answering(target -> names("logs-3"));
        assertThat(watch.fresh()).isNull();
        context.clock().advance(Duration.ofSeconds(1));

        CompletableFuture<Void> one = watch.fresh();
        assertThat(one).isNotNull().isNotDone().isSameAs(watch.fresh());
        assertThat(context.runTasks()).isEqualTo(1);

        assertThat(one).isDone();
        assertThat(watch.fresh()).isNull();
        assertThat(Objects.requireNonNull(watch.names()).names().behind("logs"))
                .containsExactlyInAnyOrder("logs-2", "logs-3");
    }

    @Test
    void goesOnWithTheLastNamesWhereNoFreshOnesCanBeHad() {
        NamesWatch watch = watch();
        first.silence();
        context.clock().advance(Duration.ofSeconds(1));
        CompletableFuture<Void> failed = watch.fresh();
        context.runTasks();
        assertThat(failed).isDone();

        context.clock().advance(Duration.ofSeconds(1));
        context.refuseTasks(true);

        assertThat(watch.fresh()).isDone();
        assertThat(watch.names()).isNotNull();
    }
}
