package io.sluice.devcluster.clients.elasticsearch;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.elasticsearch._helpers.bulk.BulkIngester;
import co.elastic.clients.elasticsearch._types.SortOrder;
import co.elastic.clients.elasticsearch._types.Time;
import co.elastic.clients.elasticsearch._types.mapping.Property;
import co.elastic.clients.elasticsearch.core.BulkRequest;
import co.elastic.clients.elasticsearch.core.OpenPointInTimeResponse;
import co.elastic.clients.elasticsearch.core.ScrollResponse;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import java.io.IOException;
import java.util.Map;

/** The calls an application makes, on one index. Used by one thread. */
final class Session {

    private static final String INDEX = "places";
    private static final int DOCUMENTS = 500;
    private static final Time KEEP = Time.of(time -> time.time("1m"));
    private static final Map<String, Property> FIELDS = Map.of(
            "name", Property.of(p -> p.keyword(k -> k)),
            "region", Property.of(p -> p.keyword(k -> k)),
            "about", Property.of(p -> p.text(t -> t)),
            "population", Property.of(p -> p.long_(l -> l)));

    private final ElasticsearchClient client;
    private final Indices indices;
    private final Answers answers;

    Session(ElasticsearchClient client, Indices indices, Answers answers) {
        this.client = client;
        this.indices = indices;
        this.answers = answers;
    }

    void run() throws IOException {
        answers.print("ping", () -> client.ping().value());
        answers.print("info", client::info);
        switch (indices) {
            case OWN -> makeIndex();
            case MAPPED ->
                answers.print(
                        "put mapping",
                        () -> client.indices().putMapping(m -> m.index(INDEX).properties(FIELDS)));
            case GIVEN -> {}
        }
        answers.print(
                "index exists",
                () -> client.indices().exists(e -> e.index(INDEX)).value());
        answers.print("mapping", () -> client.indices().getMapping(m -> m.index(INDEX)));
        write();
        writeThroughTheHelper();
        read();
        search();
        searchSeveral();
        scroll();
        searchAtAPointInTime();
        changeByQuery();
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
                                    .mappings(m -> m.properties(FIELDS))));
        }
    }

    private void write() throws IOException {
        Place geneva = new Place("Genève \"日本\" 😀", "west", "a quiet town by a lake", 201_818);
        Place bern = new Place("Bern", "west", "a quiet town by a river", 134_794);
        answers.print(
                "index", () -> client.index(i -> i.index(INDEX).id("geneva").document(geneva)));
        answers.print("index without id", () -> client.index(i -> i.index(INDEX).document(bern)));
        BulkRequest.Builder bulk = new BulkRequest.Builder().index(INDEX);
        for (int i = 0; i < DOCUMENTS; i++) {
            String id = "place-" + i;
            Place place = place(i);
            bulk.operations(o -> o.index(item -> item.id(id).document(place)));
        }
        bulk.operations(o -> o.create(item -> item.id("geneva").document(bern)));
        bulk.operations(o -> o.update(item -> item.id("nowhere").action(a -> a.doc(Map.of("population", 1)))));
        bulk.operations(o -> o.delete(item -> item.id("place-7")));
        answers.print("bulk", () -> client.bulk(bulk.build()));
        answers.print(
                "update",
                () -> client.update(u -> u.index(INDEX).id("place-8").doc(Map.of("population", 8_888)), Place.class));
        answers.print("refresh", () -> client.indices().refresh(r -> r.index(INDEX)));
    }

    private static Place place(int number) {
        String about = number % 5 == 0 ? "a quiet village" : "a village by a road";
        return new Place("Place " + number, "region " + number % 7, about, number);
    }

    private void writeThroughTheHelper() throws IOException {
        Batches batches = new Batches(answers);
        try (BulkIngester<Void> helper = BulkIngester.of(h -> h.client(client)
                .maxOperations(100)
                .maxConcurrentRequests(1)
                .globalSettings(s -> s.index(INDEX))
                .listener(batches))) {
            for (int i = 0; i < DOCUMENTS / 2; i++) {
                String id = "helped-" + i;
                Place place = place(DOCUMENTS + i);
                helper.add(o -> o.index(item -> item.id(id).document(place)));
            }
        }
        batches.print();
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
        answers.print("fields", () -> client.fieldCaps(f -> f.index(INDEX).fields("p*")));
    }

    private void search() throws IOException {
        answers.print(
                "search",
                () -> client.search(
                        s -> s.index(INDEX)
                                .size(20)
                                .query(q -> q.match(m -> m.field("about").query(v -> v.stringValue("quiet town"))))
                                .sort(o -> o.field(f -> f.field("population").order(SortOrder.Desc)))
                                .highlight(h -> h.fields("about", f -> f))
                                .aggregations("sum", a -> a.sum(sum -> sum.field("population")))
                                .aggregations(
                                        "regions",
                                        a -> a.terms(t -> t.field("region"))
                                                .aggregations("most", b -> b.max(m -> m.field("population")))),
                        Place.class));
        answers.print(
                "search without hits",
                () -> client.search(
                        s -> s.index(INDEX)
                                .query(q -> q.term(t -> t.field("name").value(v -> v.stringValue("nobody")))),
                        Place.class));
    }

    private void searchSeveral() throws IOException {
        answers.print(
                "several searches",
                () -> client.msearch(
                        m -> m.searches(s -> s.header(h -> h.index(INDEX))
                                        .body(b -> b.size(3).sort(o -> o.field(f -> f.field("population")))))
                                .searches(s -> s.header(h -> h.index(INDEX))
                                        .body(b -> b.size(0)
                                                .aggregations("no such field", a -> a.sum(sum -> sum.field("name"))))),
                        Place.class));
        if (indices != Indices.MAPPED) {
            answers.print(
                    "several searches, of no index too",
                    () -> client.msearch(
                            m -> m.searches(s ->
                                            s.header(h -> h.index("nowhere")).body(b -> b))
                                    .searches(s -> s.header(h -> h.index(INDEX)).body(b -> b.size(0))),
                            Place.class));
        }
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
            OpenPointInTimeResponse opened =
                    client.openPointInTime(o -> o.index(INDEX).keepAlive(KEEP));
            id[0] = opened.id();
            return opened;
        });
        answers.print(
                "search at a point in time",
                () -> client.search(
                        s -> s.pit(p -> p.id(id[0]).keepAlive(KEEP))
                                .size(3)
                                .sort(o -> o.field(f -> f.field("population"))),
                        Place.class));
        answers.print("close point in time", () -> client.closePointInTime(c -> c.id(id[0])));
    }

    private void changeByQuery() throws IOException {
        answers.print(
                "update by query",
                () -> client.updateByQuery(u -> u.index(INDEX)
                        .refresh(true)
                        .query(q -> q.term(t -> t.field("region").value(v -> v.stringValue("region 3"))))));
        answers.print(
                "delete by query",
                () -> client.deleteByQuery(d -> d.index(INDEX)
                        .refresh(true)
                        .query(q -> q.term(t -> t.field("region").value(v -> v.stringValue("region 4"))))));
        answers.print("count of the rest", () -> client.count(c -> c.index(INDEX)));
    }

    private void fail() throws IOException {
        if (indices != Indices.MAPPED) {
            answers.print(
                    "get of no index", () -> client.get(g -> g.index("nowhere").id("1"), Place.class));
            answers.print("search of no index", () -> client.search(s -> s.index("nowhere"), Place.class));
        }
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
        if (indices == Indices.OWN) {
            answers.print("delete index", () -> client.indices().delete(d -> d.index(INDEX)));
            answers.print("delete index again", () -> client.indices().delete(d -> d.index(INDEX)));
        }
    }
}
