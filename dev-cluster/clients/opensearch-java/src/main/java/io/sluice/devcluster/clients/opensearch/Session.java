package io.sluice.devcluster.clients.opensearch;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.opensearch._types.SortOrder;
import org.opensearch.client.opensearch._types.Time;
import org.opensearch.client.opensearch.core.BulkRequest;
import org.opensearch.client.opensearch.core.ScrollResponse;
import org.opensearch.client.opensearch.core.SearchResponse;
import org.opensearch.client.opensearch.core.pit.CreatePitResponse;
import org.opensearch.client.opensearch.core.search.Pit;

/** The calls an application makes, on an index that is made at the start and deleted at the end. Used by one thread. */
final class Session {

    private static final String INDEX = "places";
    private static final int DOCUMENTS = 500;
    private static final Time KEEP = Time.of(time -> time.time("1m"));

    private final OpenSearchClient client;
    private final Answers answers;

    Session(OpenSearchClient client, Answers answers) {
        this.client = client;
        this.answers = answers;
    }

    void run() throws IOException {
        makeIndex();
        write();
        read();
        search();
        scroll();
        searchAtAPointInTime();
        fail();
        delete();
    }

    private void makeIndex() throws IOException {
        answers.print(
                "index exists not",
                () -> client.indices().exists(e -> e.index(INDEX)).value());
        for (String step : new String[] {"create index", "create index again"}) {
            answers.print(
                    step,
                    () -> client.indices()
                            .create(c -> c.index(INDEX)
                                    .settings(s -> s.numberOfShards("1").numberOfReplicas("0"))
                                    .mappings(m -> m.properties("name", p -> p.keyword(k -> k))
                                            .properties("population", p -> p.long_(l -> l)))));
        }
        answers.print(
                "index exists",
                () -> client.indices().exists(e -> e.index(INDEX)).value());
        answers.print("mapping", () -> client.indices().getMapping(m -> m.index(INDEX)));
    }

    private void write() throws IOException {
        answers.print(
                "index",
                () -> client.index(i -> i.index(INDEX).id("geneva").document(new Place("Genève \"日本\" 😀", 201_818))));
        answers.print("index without id", () -> client.index(i -> i.index(INDEX).document(new Place("Bern", 134_794))));
        BulkRequest.Builder bulk = new BulkRequest.Builder().index(INDEX);
        for (int i = 0; i < DOCUMENTS; i++) {
            String id = "place-" + i;
            Place place = new Place("Place " + i, i);
            bulk.operations(o -> o.index(item -> item.id(id).document(place)));
        }
        bulk.operations(o -> o.create(item -> item.id("geneva").document(new Place("twice", 1))));
        bulk.operations(o -> o.update(item -> item.id("nowhere").document(Map.of("population", 1))));
        bulk.operations(o -> o.delete(item -> item.id("place-7")));
        answers.print("bulk", () -> client.bulk(bulk.build()));
        answers.print(
                "update",
                () -> client.update(u -> u.index(INDEX).id("place-8").doc(Map.of("population", 88)), Place.class));
        answers.print("refresh", () -> client.indices().refresh(r -> r.index(INDEX)));
    }

    private void read() throws IOException {
        answers.print("get", () -> client.get(g -> g.index(INDEX).id("geneva"), Place.class));
        answers.print(
                "get what is not there", () -> client.get(g -> g.index(INDEX).id("place-7"), Place.class));
        answers.print(
                "exists", () -> client.exists(e -> e.index(INDEX).id("geneva")).value());
        answers.print(
                "exists not",
                () -> client.exists(e -> e.index(INDEX).id("place-7")).value());
        answers.print("mget", () -> client.mget(m -> m.index(INDEX).ids("geneva", "place-7", "place-8"), Place.class));
        answers.print("count", () -> client.count(c -> c.index(INDEX)));
    }

    private void search() throws IOException {
        answers.print(
                "search",
                () -> client.search(
                        s -> s.index(INDEX)
                                .size(20)
                                .query(q -> q.exists(e -> e.field("population")))
                                .sort(o -> o.field(f -> f.field("population").order(SortOrder.Desc)))
                                .aggregations("sum", a -> a.sum(sum -> sum.field("population"))),
                        Place.class));
        answers.print(
                "search without hits",
                () -> client.search(
                        s -> s.index(INDEX)
                                .query(q -> q.term(t -> t.field("name").value(v -> v.stringValue("nobody")))),
                        Place.class));
    }

    private void scroll() throws IOException {
        String[] id = new String[1];
        int[] hits = new int[1];
        answers.print("open scroll", () -> {
            SearchResponse<Place> page = client.search(
                    s -> s.index(INDEX).scroll(KEEP).size(200).sort(o -> o.field(f -> f.field("population"))),
                    Place.class);
            id[0] = page.scrollId();
            return page;
        });
        do {
            answers.print("scroll", () -> {
                ScrollResponse<Place> page =
                        client.scroll(s -> s.scrollId(id[0]).scroll(KEEP), Place.class);
                hits[0] = page.hits().hits().size();
                return page;
            });
        } while (hits[0] > 0);
        answers.print("clear scroll", () -> client.clearScroll(c -> c.scrollId(id[0])));
    }

    private void searchAtAPointInTime() throws IOException {
        String[] id = {"none"};
        answers.print("open point in time", () -> {
            CreatePitResponse opened =
                    client.createPit(c -> c.targetIndexes(INDEX).keepAlive(KEEP));
            id[0] = opened.pitId();
            return opened;
        });
        answers.print(
                "search at a point in time",
                () -> client.search(
                        s -> s.pit(new Pit.Builder().id(id[0]).keepAlive("1m").build())
                                .size(3)
                                .sort(o -> o.field(f -> f.field("population"))),
                        Place.class));
        answers.print("close point in time", () -> client.deletePit(d -> d.pitId(List.of(id[0]))));
    }

    private void fail() throws IOException {
        answers.print(
                "get of no index", () -> client.get(g -> g.index("nowhere").id("1"), Place.class));
        answers.print("search of no index", () -> client.search(s -> s.index("nowhere"), Place.class));
        answers.print(
                "search that cannot be parsed",
                () -> client.search(
                        s -> s.index(INDEX).query(q -> q.queryString(t -> t.query("name:("))), Place.class));
        answers.print(
                "index of a wrong type",
                () -> client.index(i -> i.index(INDEX).id("wrong").document(Map.of("population", "many"))));
    }

    private void delete() throws IOException {
        answers.print("delete", () -> client.delete(d -> d.index(INDEX).id("geneva")));
        answers.print("delete again", () -> client.delete(d -> d.index(INDEX).id("geneva")));
        answers.print("delete index", () -> client.indices().delete(d -> d.index(INDEX)));
        answers.print("delete index again", () -> client.indices().delete(d -> d.index(INDEX)));
    }
}
