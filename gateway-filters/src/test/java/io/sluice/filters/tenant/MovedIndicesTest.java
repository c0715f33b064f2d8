package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.filters.tenant.move.Carrier;
import io.sluice.filters.tenant.move.DocumentCluster;
import io.sluice.filters.tenant.move.FoundFields;
import io.sluice.filters.tenant.move.NotedMarks;
import io.sluice.filters.tenant.move.StoredName;
import io.sluice.filters.tenant.move.UnmovableException;
import io.sluice.filters.tenant.names.TenantName;
import io.sluice.testkit.TestContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a move makes of indices that are in the other place already, and of those that come while documents are copied. */
class MovedIndicesTest {

    private static final LayoutConfig OWN =
            new LayoutConfig.IndexPerTenant(List.of("*"), "{tenant}.{index}", List.of());
    private static final LayoutConfig NESTED =
            new LayoutConfig.Nested(List.of("*"), "t-{tenant}", "baseIndex", LayoutConfig.Deletion.REFUSE, List.of());
    private static final String FIELD = "{'mappings':{'properties':{'k':{'type':'%s'}}}}";

    private final StoredIndices first = new StoredIndices();
    private final StoredIndices other = new StoredIndices();

    private static TenantDocuments documents(StoredIndices indices, LayoutConfig layout) {
        return new TenantDocuments(
                "acme",
                Layout.all(List.of(layout), new TenantName(false), ""),
                new SharedGate(Map.of(), new TestContext()),
                new DocumentCluster(indices.cluster()));
    }

    private Carrier carrier(LayoutConfig to) {
        return carrier(to, new FoundFields());
    }

    private Carrier carrier(LayoutConfig to, FoundFields found) {
        return new Carrier(documents(first, OWN), documents(other, to), () -> true, new NotedMarks(), found);
    }

    private void prepare() throws Exception {
        carrier(OWN).prepare();
    }

    /** A tenant who comes back had other aliases here before. */
    @Test
    void haveTheAliasesOfTheFirstPlaceOnly() throws Exception {
        first.with("acme.logs-1", "{}");
        first.with("acme.logs-2", "{'aliases':{'acme.logs':{'is_write_index':true}}}");
        other.with("acme.logs-1", "{'aliases':{'acme.logs':{'is_write_index':true},'all':{}}}");
        other.with("acme.logs-0", "{'aliases':{'acme.logs':{}}}");

        prepare();

        assertThat(other.shown("acme.logs-0", "/aliases")).isEqualTo("{}");
        assertThat(other.shown("acme.logs-1", "/aliases"))
                .as("others' aliases stay")
                .isEqualTo("{'all':{}}");
        assertThat(other.shown("acme.logs-2", "/aliases")).isEqualTo("{'acme.logs':{'is_write_index':true}}");
    }

    /** Documents would be copied into the index that has the alias. */
    @Test
    void areMadeThoughAnAliasHadTheirName() throws Exception {
        first.with("acme.logs", "{}");
        other.with("acme.logs-1", "{'aliases':{'acme.logs':{}}}");

        prepare();

        assertThat(other.has("acme.logs")).isTrue();
    }

    @Test
    void getWhatAnAliasIsInTheFirstPlace() throws Exception {
        first.with("acme.logs", "{'aliases':{'acme.mine':{'filter':{'term':{'a':1}}}}}");
        other.with("acme.logs", "{'aliases':{'acme.mine':{'filter':{'term':{'a':2}}}}}");

        prepare();

        assertThat(other.shown("acme.logs", "/aliases/acme.mine/filter")).isEqualTo("{'term':{'a':1}}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'properties':{'k':{'type':'keyword'}}}  | {}                                   | {'properties':{'k':{'type':'keyword'}}}
            {'dynamic':'strict'}                     | {}                                   | {'dynamic':'strict'}
            {}                                       | {'dynamic':'strict'}                 | {'dynamic':'true'}
            {}                                       | {'date_detection':false}             | {'date_detection':true}
            {}                                       | {'dynamic_templates':[{'a':{}}]}     | {'dynamic_templates':[]}
            {}                                       | {'runtime':{'r':{'type':'long'}}}    | {'runtime':{}}
            {'properties':{'o':{'properties':{}}}}   | {'properties':{'o':{'properties':{},'dynamic':'false'}}} | {'properties':{'o':{'properties':{},'dynamic':'true'}}}
            """)
    void getTheMappingOfTheFirstPlace(String here, String there, String then) throws Exception {
        first.with("acme.logs", "{'mappings':" + here + "}");
        other.with("acme.logs", "{'mappings':" + there + "}");

        prepare();

        assertThat(other.shown("acme.logs", "/mappings")).isEqualTo(then);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'properties':{'k':{'type':'keyword'}}}         | {'properties':{'k':{'type':'text'}}}
            {'dynamic':'strict'}                            | {'properties':{'k':{'type':'text'}}}
            {'properties':{'o':{'dynamic':'false'}}}        | {'properties':{'o':{'properties':{'k':{'type':'text'}}}}}
            {'properties':{'k':{'type':'text'}}}            | {'properties':{'k':{'type':'text','fields':{'raw':{'type':'ip'}}}}}
            {}                                              | {'_routing':{'required':true}}
            {}                                              | {'_source':{'excludes':['k']}}
            """)
    void stopAMoveWhereTheMappingCannotBeAlike(String here, String there) throws Exception {
        first.with("acme.logs", "{'mappings':" + here + "}");
        other.with("acme.logs", "{'mappings':" + there + "}");

        assertThatThrownBy(this::prepare)
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("index logs")
                .hasMessageContaining("you may delete");
    }

    /** A document that was deleted before its copy was made has left a field behind. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'mappings':{'properties':{'a':{'type':'text'}}}} | {'mappings':{'properties':{'a':{'type':'text'},'b':{'type':'long'}}}}
            {'settings':{'index':{'number_of_shards':'1'}}}   | {'settings':{'index':{'number_of_shards':'5','refresh_interval':'30s'}}}
            {'settings':{'index':{'sort':{'field':'a'}}}}     | {'settings':{'index':{'sort':{'field':['a']}}}}
            {}                                                | {'settings':{'index':{'analysis':{'analyzer':{'x':{'type':'a'}}}}}}
            {'settings':{'index':{'default_pipeline':'_none'}}} | {'settings':{'index':{'default_pipeline':'p'}}}
            """)
    void areTakenAsTheyAreWhereNothingOfTheTenantDiffers(String here, String there) throws Exception {
        first.with("acme.logs", here);
        other.with("acme.logs", there);
        String before = other.shown("acme.logs", "");

        prepare();

        assertThat(other.shown("acme.logs", "")).isEqualTo(before);
    }

    @Test
    void getLimitsOfTheFirstPlace() throws Exception {
        first.with("acme.logs", "{'settings':{'index':{'mapping':{'total_fields':{'limit':'2000'}}}}}");
        other.with("acme.logs", "{'settings':{'index':{'hidden':'true'}}}");

        prepare();

        assertThat(other.shown("acme.logs", "/settings/index"))
                .isEqualTo("{'hidden':null,'mapping.total_fields.limit':'2000'}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'x':{'type':'standard'}} | {}
            {'x':{'type':'standard'}} | {'x':{'type':'simple'}}
            {'x':{'type':'standard'}} | {'x':{'type':'standard','stopwords':'a'}}
            {}                        | {'default':{'type':'simple'}}
            """)
    void stopAMoveWhereTextIsAnalyzedOtherwise(String here, String there) throws Exception {
        String analyzers = "{'settings':{'index':{'analysis':{'analyzer':%s}}}}";
        first.with("acme.logs", analyzers.formatted(here));
        other.with("acme.logs", analyzers.formatted(there));

        assertThatThrownBy(this::prepare)
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("analysis.analyzer.")
                .hasMessageContaining("index logs")
                .hasMessageContaining("you may delete");
    }

    @ParameterizedTest
    @ValueSource(strings = {"default_pipeline", "final_pipeline"})
    void stopAMoveThatWouldEndTheirPipelines(String key) throws Exception {
        String piped = "{'settings':{'index':{'" + key + "':'redact'}}}";
        first.with("acme.logs", piped);

        assertThatThrownBy(this::prepare)
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("index logs has {" + key + "=redact}");
        assertThatThrownBy(this::prepare).isInstanceOf(UnmovableException.class);

        other.with("acme.logs", piped.replace("redact", "another"));
        assertThatThrownBy(this::prepare).isInstanceOf(UnmovableException.class);

        other.with("acme.logs", piped);
        assertThatCode(this::prepare).doesNotThrowAnyException();
    }

    @Test
    void keepTheirPipelinesInAnIndexThatHoldsSeveral() throws Exception {
        first.with("acme.logs", "{'settings':{'index':{'final_pipeline':'redact'}}}");
        Carrier carrier = carrier(NESTED);

        assertThatThrownBy(carrier::prepare).isInstanceOf(UnmovableException.class);

        other.with("t-acme", "{'settings':{'index':{'final_pipeline':'redact'}}}");
        assertThatCode(carrier::prepare).doesNotThrowAnyException();
    }

    @Test
    void stopAMoveIntoAnIndexOfSeveralWhereTheyCannotBeAlike() throws Exception {
        first.with("acme.logs", "{'mappings':{'dynamic':'strict'}}");
        other.with("t-acme", "{'mappings':{'properties':{'logs':{'properties':{'k':{'type':'text'}}}}}}");

        assertThatThrownBy(carrier(NESTED)::prepare)
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("index logs")
                .hasMessageContaining("only the other place has field k");
    }

    /** A copy would have its cluster make the index, by templates of that cluster. */
    @Test
    void areMadeBeforeTheFirstCopyOfADocument() throws Exception {
        Carrier carrier = carrier(OWN);
        carrier.prepare();
        first.with("acme.new", "{'mappings':{'properties':{'k':{'type':'keyword'}}}}");
        first.write("acme.new", "{\"k\":\"a\"}");

        carrier.copy(List.of(new StoredName("acme.new", "1", null)), false);

        assertThat(other.shown("acme.new", "/mappings")).isEqualTo("{'properties':{'k':{'type':'keyword'}}}");
        assertThat(other.changes()).containsExactly("PUT /acme.new", "POST /_bulk");
    }

    @Test
    void getFieldsThatHaveComeBeforeTheyAreCompared() throws Exception {
        first.with("acme.logs", FIELD.formatted("keyword"));
        first.with("acme.new", FIELD.formatted("keyword"));
        other.with("acme.logs", "{'mappings':{'properties':{'a':{'type':'ip'}}}}");

        carrier(OWN).compareAll(null, count -> {});

        assertThat(other.shown("acme.logs", "/mappings/properties/k")).isEqualTo("{'type':'keyword'}");
        assertThat(other.shown("acme.new", "/mappings/properties/k")).isEqualTo("{'type':'keyword'}");
    }

    /** Of an index whose absence no read of a document shows. */
    @Test
    void areMadeInAnIndexOfSeveralBeforeTheFirstCopyOfADocument() throws Exception {
        Carrier carrier = carrier(NESTED);
        other.with("t-acme", "{'mappings':{'properties':{'baseIndex':{'type':'keyword'}}}}");
        carrier.prepare();
        first.with("acme.new", FIELD.formatted("keyword"));
        first.write("acme.new", "{\"k\":\"a\"}");

        carrier.copy(List.of(new StoredName("acme.new", "1", null)), false);
        carrier.copy(List.of(new StoredName("acme.new", "1", null)), false);

        assertThat(other.shown("t-acme", "/mappings/properties/new/properties/k"))
                .isEqualTo("{'type':'keyword'}");
        assertThat(other.changes().stream().filter("PUT /t-acme/_mapping"::equals))
                .hasSize(1);
    }

    /** Each write would read all of a tenant's indices, and have the master look at a mapping. */
    @Test
    void areLookedForOnceByAllCopies() throws Exception {
        FoundFields found = new FoundFields();
        other.with("t-acme", "{'mappings':{'properties':{'logs':{'properties':{}}}}}");
        first.with("acme.logs", FIELD.formatted("keyword"));
        first.write("acme.logs", "{\"k\":\"a\"}");

        carrier(NESTED, found).copy(List.of(new StoredName("acme.logs", "1", null)), false);
        carrier(NESTED, found).copy(List.of(new StoredName("acme.logs", "2", null)), false);

        assertThat(first.cluster().asked().stream()
                        .filter(target -> target.rawPath().startsWith("/acme.")))
                .hasSize(1);
        assertThat(other.changes()).containsExactly("PUT /t-acme/_mapping", "POST /_bulk");
    }

    @Test
    void areMadeAnewWhereTheIndexOfSeveralWasDeleted() throws Exception {
        FoundFields found = new FoundFields();
        for (String index : List.of("acme.logs", "acme.orders")) {
            first.with(index, FIELD.formatted("keyword"));
            first.write(index, "{\"k\":\"a\"}");
        }
        List<StoredName> logs = List.of(new StoredName("acme.logs", "1", null));
        List<StoredName> orders = List.of(new StoredName("acme.orders", "1", null));
        carrier(NESTED, found).copy(logs, false);
        other.forget("t-acme");
        carrier(NESTED, found).copy(orders, false);
        other.without("t-acme");

        carrier(NESTED, found).copy(logs, false);
        other.forget("t-acme");
        carrier(NESTED, found).copy(orders, false);

        assertThat(other.shown("t-acme", "/mappings/properties/logs/properties"))
                .isEqualTo("{'k':{'type':'keyword'}}");
        assertThat(other.shown("t-acme", "/mappings/properties/orders/properties"))
                .isEqualTo("{'k':{'type':'keyword'}}");
    }

    /** As on the way back: of documents with a new field, another one was the first in each place. */
    @Test
    void getTheFieldsThatTheyLackInAnIndexOfSeveralThoughOneIsAnotherNumber() throws Exception {
        first.with("acme.logs", "{'mappings':{'properties':{'k':{'type':'long'},'b':{'type':'ip'}}}}");
        first.write("acme.logs", "{\"k\":1}");
        other.with("t-acme", "{'mappings':{'properties':{'logs':{'properties':{'k':{'type':'float'}}}}}}");

        carrier(NESTED).copy(List.of(new StoredName("acme.logs", "1", null)), false);

        assertThat(other.changes()).contains("POST /_bulk");
        assertThat(other.shown("t-acme", "/mappings/properties/logs/properties"))
                .isEqualTo("{'k':{'type':'float'},'b':{'type':'ip'}}");
    }

    /** The comparison says whether a move can go on with that. */
    @Test
    void takeDocumentsThoughAFieldCannotBeMade() throws Exception {
        first.with("acme.logs", "{'mappings':{'properties':{'k':{'type':'long','script':'emit(1)'}}}}");
        first.write("acme.logs", "{\"a\":1}");
        other.with("t-acme", "{'mappings':{'properties':{'logs':{'properties':{}}}}}");

        carrier(NESTED).copy(List.of(new StoredName("acme.logs", "1", null)), false);

        assertThat(other.changes()).containsExactly("POST /_bulk");
    }

    /** Copies of a document were mapped by the cluster in which they are. */
    @Test
    void stopAMoveWhereOneThatHasComeHasAnotherField() throws Exception {
        Set<String> prepared = carrier(NESTED).prepare();
        first.with("acme.logs", FIELD.formatted("keyword"));
        other.with("t-acme", "{'mappings':{'properties':{'logs':{'properties':{'k':{'type':'text'}}}}}}");

        assertThatThrownBy(() -> carrier(NESTED).compareAll(prepared, count -> {}))
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("index logs")
                .hasMessageContaining("field k is text there instead of keyword");
    }

    /** As on the way back: in each place clients have used it, and its documents are compared. */
    @Test
    void areTakenWhereAFieldOfOneThatWasThereIsAnother() throws Exception {
        first.with("acme.logs", FIELD.formatted("keyword"));
        other.with("acme.logs", FIELD.formatted("text"));
        first.with("acme.orders", FIELD.formatted("keyword"));
        Carrier carrier = carrier(OWN);

        carrier.compareAll(null, count -> {});

        assertThat(other.has("acme.orders")).isTrue();
        assertThat(other.shown("acme.logs", "/mappings/properties/k")).isEqualTo("{'type':'text'}");
    }

    /** Of several documents with a new field, another one may have been the first in the other place. */
    @Test
    void areTakenWhereANewFieldHasBecomeAnotherNumber() throws Exception {
        first.with("acme.logs", FIELD.formatted("long"));
        other.with("acme.logs", FIELD.formatted("float"));

        carrier(OWN).compareAll(null, count -> {});

        assertThat(other.changes()).isEmpty();
    }
}
