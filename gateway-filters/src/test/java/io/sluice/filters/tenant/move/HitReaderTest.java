package io.sluice.filters.tenant.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HitReaderTest {

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void readsDocumentsWithTheirSourcesAsTheyAreStored() throws IOException {
        List<Hit> hits = HitReader.documents(utf8("""
                {"docs":[{"_index":"logs","_type":"_doc","_id":"ä","_version":3,"_seq_no":7,"_primary_term":2,"_routing":"r","found":true,\
                "_source": { "a" : 1.0 ,"docs":[{}]} ,"fields":{"docs":[1]}},{"_index":"logs","_id":"2","found":false},\
                {"_index":"no","_id":"3","error":{"root_cause":[{"type":"x"}],"type":"index_not_found_exception","reason":"r"}}]}"""));

        assertThat(hits).hasSize(3);
        Hit first = hits.getFirst();
        assertThat(first.name()).isEqualTo(new StoredName("logs", "ä", "r"));
        assertThat(first.found()).isTrue();
        assertThat(List.of(first.version(), first.seqNo(), first.term())).containsExactly(3L, 7L, 2L);
        assertThat(new String(first.source(), StandardCharsets.UTF_8)).isEqualTo("{ \"a\" : 1.0 ,\"docs\":[{}]}");
        assertThat(hits.get(1).found()).isFalse();
        assertThat(hits.get(1).problem()).isNull();
        assertThat(hits.get(2).found()).isFalse();
        assertThat(hits.get(2).problem()).isEqualTo("index_not_found_exception");
    }

    /** Servers take numbers, names and texts of any length. */
    @Test
    void readsWhatIsLong() throws IOException {
        String source = "{\"a\":" + "7".repeat(2_000) + ",\"" + "n".repeat(60_000) + "\":{\"t\":\""
                + "t".repeat(21 << 20) + "\"}}";
        String answer = "{\"docs\":[{\"_index\":\"logs\",\"_id\":\"1\",\"_version\":3,\"found\":true,\"_source\":"
                + source + "}]}";

        byte[] read = HitReader.documents(utf8(answer)).getFirst().source();

        assertThat(new String(read, StandardCharsets.UTF_8)).isEqualTo(source);
        assertThat(SourceMembers.of(read).with("tenant", "acme")).hasSizeGreaterThan(read.length);
    }

    @Test
    void readsHitsOfASearch() throws IOException {
        List<Hit> hits = HitReader.hits(utf8(search("'took':1,'timed_out':false,'_shards':SHARDS,'hits':HITS")), 10);

        assertThat(hits).hasSize(1);
        assertThat(hits.getFirst().found()).isTrue();
        assertThat(hits.getFirst().seqNo()).isEqualTo(5);
        assertThat(hits.getFirst().source()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ended early | 'timed_out':true,'_shards':SHARDS,'hits':HITS",
                "ended early | 'terminated_early':true,'_shards':SHARDS,'hits':HITS",
                "does not say that its shards succeeded | 'hits':HITS",
                "does not say that its shards succeeded | '_shards':{'total':0,'successful':0,'failed':0},'hits':HITS",
                "does not say that its shards succeeded | '_shards':{'total':2,'successful':1,'failed':1},'hits':HITS",
                "does not say that its shards succeeded | '_shards':{'total':2,'successful':1,'failed':0},'hits':HITS",
                "does not say how many hits there are | '_shards':SHARDS,'hits':{'hits':[]}",
                "has 0 documents instead of 1 | '_shards':SHARDS,'hits':{'total':{'value':1},'hits':[]}",
                "has 0 documents instead of 10 | '_shards':SHARDS,'hits':{'total':{'value':10,'relation':'gte'},'hits':[]}"
            })
    void refusesASearchThatIsNotWhole(String problem, String members) {
        assertThatThrownBy(() -> HitReader.hits(utf8(search(members)), 10))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(problem);
    }

    private static String search(String members) {
        return "{"
                + members.replace("SHARDS", "{'total':1,'successful':1,'skipped':0,'failed':0}")
                        .replace(
                                "HITS",
                                "{'total':{'value':1,'relation':'eq'},'max_score':null,'hits':[{'_index':'logs','_id':'1','_score':null,"
                                        + "'_seq_no':5,'_primary_term':1,'sort':[5]}]}")
                        .replace('\'', '"')
                + "}";
    }

    @Test
    void refusesAnAnswerWithoutDocuments() {
        assertThatThrownBy(() -> HitReader.documents(utf8("{\"error\":{\"docs\":[]}}")))
                .isInstanceOf(IOException.class);
    }
}
