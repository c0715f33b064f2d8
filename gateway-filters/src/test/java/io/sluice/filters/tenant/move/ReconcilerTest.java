package io.sluice.filters.tenant.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.testkit.TestCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that others change between any two of the requests. */
@Tag("slow")
class ReconcilerTest {

    private static final int ROUNDS = 2_000;
    /** Of answers. */
    private static final int USUAL_BYTES = 2_000;

    private static final int LONGEST_BYTES = 20_000;

    private final FaultyDocuments from = new FaultyDocuments();
    private final FaultyDocuments to = new FaultyDocuments();
    private boolean allowed = true;

    private final Reconciler reconciler = new Reconciler(
            new DocumentPort(from, Duration.ofSeconds(1), new NotedMarks()),
            new DocumentPort(to, Duration.ofSeconds(1), new NotedMarks()),
            missing -> {},
            () -> allowed,
            new Batches(USUAL_BYTES, LONGEST_BYTES));

    private int reconcile(String... ids) throws Exception {
        List<DocumentName> names = new ArrayList<>();
        for (String id : ids) {
            names.add(new DocumentName("logs", id, null));
        }
        return reconciler.reconcile(names);
    }

    @Test
    void copiesWithTheVersion() throws Exception {
        from.put("1", "{\"n\":1}");
        from.put("1", "{\"n\":2}");

        assertThat(reconcile("1", "2")).isEqualTo(1);

        assertThat(to.sources()).isEqualTo(Map.of("1", "{\"n\":2}"));
        assertThat(to.version("1")).isEqualTo(2);
        assertThat(reconcile("1", "2")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\n  \"a\": 1\n}", "{\r\n\t\"a\" : [\r\n1,\n\n2]}", "{\"a\":\n\"\\n \\r\"}"})
    void takesADocumentWithLineFeedsForTheSame(String source) throws Exception {
        from.put("1", source);

        assertThat(reconcile("1")).isEqualTo(1);

        assertThat(to.sources().get("1")).doesNotContain("\n", "\r");
        assertThat(reconcile("1")).isZero();
        assertThat(reconciler.compare(List.of(new DocumentName("logs", "1", null))))
                .isZero();
    }

    @Test
    void copiesNothingWhereTheAnswerIsAboutOtherDocuments() {
        FaultyDocuments mixedUp = new FaultyDocuments() {
            @Override
            public ClusterReader cluster() {
                String answer =
                        "{\"docs\":[{\"_index\":\"logs\",\"_id\":\"2\",\"found\":true,\"_version\":1,\"_seq_no\":1,"
                                + "\"_primary_term\":1,\"_source\":{}}]}";
                return new TestCluster("c")
                        .answeringRequests((method, target, body) ->
                                new ClusterResponse(200, answer.getBytes(StandardCharsets.UTF_8)));
            }
        };
        Reconciler ofMixedUp = new Reconciler(
                new DocumentPort(mixedUp, Duration.ofSeconds(1), new NotedMarks()),
                new DocumentPort(to, Duration.ofSeconds(1), new NotedMarks()),
                missing -> {},
                () -> true,
                new Batches(USUAL_BYTES, LONGEST_BYTES));

        assertThatThrownBy(() -> ofMixedUp.reconcile(List.of(new DocumentName("logs", "1", null))))
                .hasMessageContaining("other documents were answered");
        assertThat(to.sources()).isEmpty();
    }

    private static DocumentName routed(String id, @Nullable String routing) {
        return new DocumentName("logs", id, routing);
    }

    /** A document that was written anew with another routing, in a place whose shard had the one before. */
    @Test
    void replacesADocumentOfAnotherRoutingThatIsThereNoLonger() throws Exception {
        from.put("1", "{\"n\":1}", "new");
        to.put("1", "{\"n\":1}", "old");

        assertThat(reconciler.reconcile(List.of(routed("1", "old"), routed("1", "new"))))
                .isEqualTo(2);

        assertThat(to.routing("1")).isEqualTo("new");
        assertThat(reconciler.compare(List.of(routed("1", "old"), routed("1", "new"))))
                .isZero();
    }

    @Test
    void leavesADocumentOfAnotherRoutingWhereNothingIsWanted() throws Exception {
        from.put("1", "{\"n\":1}", "a");
        to.put("1", "{\"n\":1}", "a");

        assertThat(reconciler.reconcile(List.of(routed("1", "b"), routed("1", null))))
                .isZero();

        assertThat(to.sources()).isEqualTo(Map.of("1", "{\"n\":1}"));
    }

    /** It would be lost. */
    @Test
    void replacesNoDocumentOfAnotherRoutingThatIsStillThere() throws Exception {
        FaultyDocuments shards = new FaultyDocuments() {
            @Override
            public StoredName stored(DocumentName document) {
                return new StoredName(document.index(), document.id() + document.routing(), document.routing());
            }
        };
        shards.put("1a", "{\"n\":1}", "a");
        shards.put("1b", "{\"n\":2}", "b");
        to.put("1", "{\"n\":1}", "a");
        Reconciler ofShards = new Reconciler(
                new DocumentPort(shards, Duration.ofSeconds(1), new NotedMarks()),
                new DocumentPort(to, Duration.ofSeconds(1), new NotedMarks()),
                missing -> {},
                () -> true,
                new Batches(USUAL_BYTES, LONGEST_BYTES));

        assertThatThrownBy(() -> ofShards.reconcile(List.of(routed("1", "a"), routed("1", "b"))))
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("document 1 of logs is there with several routings");
        assertThat(to.routing("1")).isEqualTo("a");
    }

    @Test
    void namesADocumentThatDiffers() throws Exception {
        from.put("1", "{\"n\":1}");
        to.put("1", "{\"n\":2}");

        assertThat(reconciler.compare(List.of(new DocumentName("logs", "1", null))))
                .isEqualTo(1);

        assertThat(reconciler.lastDiffering()).isEqualTo(new DocumentName("logs", "1", null));
    }

    @Test
    void carriesLongDocumentsInAnswersThatAreShort() throws Exception {
        String[] ids = new String[100];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = "document" + i;
            from.put(ids[i], "{\"text\":\"" + "x".repeat(i == 30 ? 10_000 : 10 * i) + "\"}");
        }

        assertThat(reconcile(ids)).isEqualTo(ids.length);

        assertThat(to.sources()).isEqualTo(from.sources());
        assertThat(reconcile(ids)).isZero();
    }

    @Test
    void saysWhichDocumentIsTooLong() {
        from.put("1", "{\"text\":\"" + "x".repeat(LONGEST_BYTES) + "\"}");

        assertThatThrownBy(() -> reconcile("1"))
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("document 1 of logs is longer than");
    }

    /** A server keeps what its parser takes, and shows it as it is: an answer with it is no JSON. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1} // bye", "\uFEFF{\"a\":1}", "{/**/\"a\":1}"})
    void saysWhichDocumentCannotBeReadAndCarriesTheOthers(String source) {
        String[] ids = new String[60];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = "document" + i;
            from.put(ids[i], i == 7 ? source : "{\"n\":" + i + "}");
        }

        assertThatThrownBy(() -> reconcile(ids))
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("document document7 of logs cannot be read");

        assertThat(to.sources()).hasSize(59).doesNotContainKey("document7");
    }

    @Test
    void saysWhichLongDocumentCannotBeRead() {
        from.put("1", "{\"a\":\"" + "x".repeat(USUAL_BYTES) + "\"} // bye");

        assertThatThrownBy(() -> reconcile("1"))
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("document 1 of logs cannot be read");
    }

    /** Servers take it for none in a write, and look in another shard when they read. */
    @Test
    void takesAnEmptyRoutingForNone() {
        assertThat(new StoredName("logs", "1", "")).isEqualTo(new StoredName("logs", "1", null));
    }

    @Test
    void deletesWhatIsDeleted() throws Exception {
        from.put("1", "{\"n\":1}");
        reconcile("1");
        from.delete("1");

        assertThat(reconcile("1")).isEqualTo(1);

        assertThat(to.sources()).isEmpty();
    }

    // A version begins anew once a server has forgotten that the document was deleted.
    @Test
    void copiesADocumentThatWasCreatedAnewWithALowerVersion() throws Exception {
        for (int i = 0; i < 5; i++) {
            from.put("1", "{\"n\":" + i + "}");
        }
        reconcile("1");
        from.delete("1");
        reconcile("1");
        from.forget();
        from.put("1", "{\"n\":9}");

        reconcile("1");

        assertThat(to.sources()).isEqualTo(Map.of("1", "{\"n\":9}"));
    }

    @Test
    void overwritesWhatIsOnlyAheadByItsVersion() throws Exception {
        for (int i = 0; i < 5; i++) {
            to.put("1", "{\"n\":" + i + "}");
        }
        from.put("1", "{\"n\":9}");

        reconcile("1");

        assertThat(to.sources()).isEqualTo(Map.of("1", "{\"n\":9}"));
    }

    @Test
    void noticesWhatChangesMeanwhile() throws Exception {
        from.put("1", "{\"n\":1}");
        to.beforeNext(() -> from.put("1", "{\"n\":2}"));

        reconcile("1");

        assertThat(to.sources()).isEqualTo(Map.of("1", "{\"n\":2}"));
    }

    @Test
    void writesNothingOnceItMayNot() {
        from.put("1", "{\"n\":1}");
        allowed = false;

        assertThatThrownBy(() -> reconcile("1")).isInstanceOf(IOException.class);

        assertThat(to.sources()).isEmpty();
    }

    @Test
    void givesUpOnADocumentThatChangesAllTheTime() {
        from.put("1", "{\"n\":0}");
        for (int i = 1; i < 1_000; i++) {
            int n = i;
            to.beforeNext(() -> from.put("1", "{\"n\":" + n + "}"));
        }

        assertThatThrownBy(() -> reconcile("1")).isInstanceOf(IOException.class).hasMessageContaining("all the time");
    }

    @Test
    void countsWhatDiffersInOneStateAndNotWhatIsOnItsWay() throws Exception {
        from.put("1", "{\"n\":1}");
        from.put("2", "{\"n\":1}");
        to.put("3", "{\"n\":1}");
        // The first look finds all of them unlike; then the copy of the first comes.
        from.beforeNext(() -> {});
        from.beforeNext(() -> copy("1"));

        int differing = reconciler.compare(List.of(
                new DocumentName("logs", "1", null),
                new DocumentName("logs", "2", null),
                new DocumentName("logs", "3", null)));

        assertThat(differing).isEqualTo(2);
        assertThat(to.sources()).isEqualTo(from.sources());
    }

    /** Each change is followed by its own copy; several are at work on the same documents, one within another. */
    @Test
    void leavesTheLatestStateWhateverOthersDo() throws Exception {
        long seed = Long.getLong("sluice.testkit.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < ROUNDS; i++) {
            disturb(random, from, 3);
            disturb(random, to, 3);

            reconcile("1", "2", "3");
            while (from.hasPlans() || to.hasPlans()) {
                reconcile("1", "2", "3");
            }

            assertThat(to.sources()).as("seed " + seed + ", round " + i).isEqualTo(from.sources());
        }
    }

    private void disturb(SplittableRandom random, FaultyDocuments before, int most) {
        for (int i = random.nextInt(most); i > 0; i--) {
            String id = Integer.toString(1 + random.nextInt(3));
            int kind = random.nextInt(4);
            int n = random.nextInt(1_000);
            before.beforeNext(() -> {
                switch (kind) {
                    case 0 -> from.delete(id);
                    case 1 -> from.forget();
                    case 2 -> to.forget();
                    default -> from.put(id, "{\"n\":" + n + "}");
                }
                copy(id);
            });
        }
    }

    private void copy(String id) {
        try {
            reconcile(id);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
