package io.sluice.bulk.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.sluice.api.BulkDefaults;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.json.JsonLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What servers differ in is compared with them by {@code BulkGrammarIT}. */
class BulkSplitterTest {

    private static final BulkDefaults NO_DEFAULTS = new BulkDefaults(null, null, null);
    private static final String INDEX = "{'index':{'_index':'a','_id':'1'}}\n{}\n";

    @Test
    void handsOutItemsWithAllTheirBytesAndLeavesBlankLinesOut() {
        String body = "\n{'index':{'_index':'a','_id':'1'}}\n{not looked at}\n\r\n \n"
                + "{'delete':{'_index':'a','_id':'2'}}\r\n{ 'create' : {'_index':'b'}}\r\n{'x':1}\r\n\n"
                + "{'index':{'_index':'a','_id':'3','routing':7}}\n\n";
        for (CollectingTarget target : everySplit(body, NO_DEFAULTS, BulkGrammar.ELASTICSEARCH_8)) {
            assertThat(target.refusal()).isEmpty();
            assertThat(target.texts())
                    .containsExactly(
                            "0 INDEX a 1 null {'index':{'_index':'a','_id':'1'}}\n{not looked at}\n",
                            "1 DELETE a 2 null {'delete':{'_index':'a','_id':'2'}}\r\n",
                            "2 CREATE b null null { 'create' : {'_index':'b'}}\r\n{'x':1}\r\n",
                            "3 INDEX a 3 7 {'index':{'_index':'a','_id':'3','routing':7}}\n\n");
            assertThat(target.splitter().items()).isEqualTo(4);
            assertThat(target.splitter().lines()).isEqualTo(11);
        }
    }

    @Test
    void appliesWhatTheUrlSays() {
        for (CollectingTarget target : everySplit(
                "{'index':{}}\n{}\n{'delete':{'_index':'b','_id':1}}\n",
                new BulkDefaults("url", "r", "p"),
                BulkGrammar.OPENSEARCH_2)) {
            assertThat(target.heads()).containsExactly("0 INDEX url null r", "1 DELETE b 1 r");
        }
    }

    // rest.action.multi.allow_explicit_index: false. Servers refuse the whole bulk, even where the line names the
    // path's
    // index; null counts as not given.
    @ParameterizedTest
    @ValueSource(strings = {"'a'", "'\\u0061'", "1", "true"})
    void refusesIndicesInLinesWhereServersTakeThemFromThePathOnly(String index) {
        BulkDefaults path = new BulkDefaults("a", null, null);
        BulkGrammar grammar = BulkGrammar.ELASTICSEARCH_7.withIndexInPathOnly();
        String items = "{'index':{'_id':'1','_index':null}}\n{}\n";
        for (CollectingTarget target :
                everySplit(items + "{'index':{'_id':'2','_index':" + index + "}}\n{}\n", path, grammar)) {
            assertThat(target.refusal()).contains("explicit index in bulk is not allowed");
        }
        for (CollectingTarget target : everySplit(items.repeat(2), path, grammar)) {
            assertThat(target.refusal()).isEmpty();
        }
    }

    @Test
    void appendsAnItemThatLiesInOneWindowAtOnce() {
        byte[] body = quotes(INDEX.repeat(3));
        CollectingTarget target = new CollectingTarget(NO_DEFAULTS, BulkLimits.DEFAULT, BulkGrammar.ELASTICSEARCH_8);
        assertThat(target.run(body, new int[] {body.length}, true).appends()).isEqualTo(3);
    }

    @Test
    void takesSourcesThatAreLongerThanWindows() {
        String source = "{'doc':{'a':'" + "é".repeat(20_000) + "','b':[" + "1,".repeat(15_000) + "1]}}";
        String body =
                "{'update':{'_index':'a','_id':'1'}}\n" + source + "\n" + "{'index':{'_index':'a'}}\n" + source + "\n";
        for (CollectingTarget target :
                CollectingTarget.everySplit(NO_DEFAULTS, BulkGrammar.ELASTICSEARCH_8, quotes(body), new Random(20))) {
            assertThat(target.refusal()).isEmpty();
            assertThat(String.join(
                            "",
                            target.items().stream()
                                    .map(item -> new String(item, UTF_8))
                                    .toList()))
                    .isEqualTo(new String(quotes(body), UTF_8));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"'a':1,'a':2", "'a':", "'a':1,", "'a':01", "'a':[1}", "'a':'\u0001'"})
    void refusesLongUpdateSourcesThatDoNotParseAsShortOnes(String damage) {
        for (int filling : new int[] {10, 80_000}) {
            String body = "{'update':{'_index':'a','_id':'1'}}\n{'doc':{'f':'" + "x".repeat(filling) + "'," + damage
                    + "}}\n" + INDEX;
            for (CollectingTarget target : CollectingTarget.everySplit(
                    NO_DEFAULTS, BulkGrammar.ELASTICSEARCH_8, quotes(body), new Random(filling))) {
                assertThat(target.refusal())
                        .contains("x_content_parse_exception", "[UpdateRequest] failed to parse field [doc]");
                assertThat(target.items()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'index':{'_index':'a'}}",
                "{'index':{'_index':'a'}}\n{}",
                "{'delete':{'_index':'a','_id':'1'}}\n ",
                "{'update':{'_index':'a','_id':'1'}}\n{not an update"
            })
    void refusesABodyWithoutFinalLineFeed(String body) {
        for (CollectingTarget target : everySplit(body, NO_DEFAULTS, BulkGrammar.ELASTICSEARCH_7)) {
            assertThat(target.refusal()).contains("The bulk request must be terminated by a newline [\\\\n]");
        }
    }

    @Test
    void refusesABodyWithoutItems() {
        for (CollectingTarget target : everySplit("\n \n", NO_DEFAULTS, BulkGrammar.ELASTICSEARCH_7)) {
            assertThat(target.refusal()).contains("Validation Failed: 1: no requests added;");
        }
        for (CollectingTarget target : everySplit("", NO_DEFAULTS, BulkGrammar.ELASTICSEARCH_7)) {
            assertThat(target.refusal()).contains("request body is required");
        }
    }

    @Test
    void collectsProblemsOverTheWholeBulkAndAsksForNoPlaceBehindTheFirst() {
        String body = INDEX + "{'delete':{'_id':'1'}}\n" + INDEX + "{'update':{'_index':'a'}}\n{}\n";
        for (CollectingTarget target : everySplit(body, NO_DEFAULTS, BulkGrammar.ELASTICSEARCH_7)) {
            assertThat(target.refusal())
                    .contains("Validation Failed: 1: index is missing;2: id is missing;3: script or doc is missing;");
            assertThat(target.heads()).containsExactly("0 INDEX a 1 null");
            assertThat(target.splitter().items()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
                    {'doc':{},'if_seq_no':0};      {'doc':{},'doc_as_upsert':true}; 1: ifSeqNo is set, but primary term is [0]
                    {'doc':{},'if_primary_term':1}; {'doc':{}};                     1: ifSeqNo is unassigned, but primary term is [1]
                    """)
    void judgesEachUpdateByItsOwnSourceOnly(String first, String second, String problem) {
        String action = "{'update':{'_index':'a','_id':'%d'}}\n";
        String body = action.formatted(1) + first + "\n" + action.formatted(2) + second + "\n";
        for (CollectingTarget target : everySplit(body, NO_DEFAULTS, BulkGrammar.ELASTICSEARCH_7)) {
            assertThat(target.refusal()).contains("Validation Failed: " + problem + ";\"");
        }
    }

    @Test
    void takesAnUpdateBehindOneThatComparesInItsSource() {
        String action = "{'update':{'_index':'a','_id':'%d'}}\n";
        String body = action.formatted(1) + "{'doc':{},'if_seq_no':3,'if_primary_term':1}\n" + action.formatted(2)
                + "{'doc':{},'doc_as_upsert':true}\n";
        for (CollectingTarget target : everySplit(body, NO_DEFAULTS, BulkGrammar.ELASTICSEARCH_7)) {
            assertThat(target.refusal()).isEmpty();
        }
    }

    @Test
    void namesNoMoreProblemsThanTheLimitAllows() {
        BulkLimits limits = new BulkLimits(1 << 10, 100, JsonLimits.DEFAULT);
        byte[] body = quotes("{'delete':{'_id':'1'}}\n".repeat(100));
        CollectingTarget target = new CollectingTarget(NO_DEFAULTS, limits, BulkGrammar.ELASTICSEARCH_7);
        target.run(body, new int[] {body.length}, false);
        assertThat(target.refusal()).contains("Validation Failed: 1: index is missing;2: ");
        assertThat(target.refusal().length()).isLessThan(500);
    }

    @Test
    void prefersALineThatCannotBeParsedToProblemsBefore() {
        for (CollectingTarget target :
                everySplit("{'delete':{}}\n{'x':{}}\n{}\n", NO_DEFAULTS, BulkGrammar.ELASTICSEARCH_8)) {
            assertThat(target.refusal()).contains("Malformed action/metadata line [2], expected field [create]");
        }
    }

    /** In the column of the distribution, 3 is OpenSearch 3.6, 2 is 2.19 and 9 is Elasticsearch 9.5, 8 is 8.19. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 | {'update':{'_index':'a','_id':'1'}}~{'doc':{'\\ud83d':1}}~   | x_content_parse_exception",
                "2 | {'update':{'_index':'a','_id':'1'}}~{'doc':{'\\ud83d':1}}~   | ''",
                "3 | {'index':{'_index':'a','\\ud83d':1}}~{}~                     | json_parse_exception",
                "9 | {'delete':{'_index':'<a{now/x}>','_id':'1'}}~                | parse_exception",
                "8 | {'delete':{'_index':'<a{now/x}>','_id':'1'}}~                | ''",
                "9 | {'index':{'_index':'a','dynamic_template_params':{'a':null}}}~{}~       | ''",
                "9 | {'index':{'_index':'a','dynamic_template_params':{'a':{'b':null}}}}~{}~ | Expected text"
            })
    void judgesByTheGrammarOfTheServer(int server, String body, String refusal) {
        BulkGrammar grammar = switch (server) {
            case 2 -> BulkGrammar.OPENSEARCH_2;
            case 3 -> BulkGrammar.OPENSEARCH_3;
            case 8 -> BulkGrammar.ELASTICSEARCH_8;
            default -> BulkGrammar.ELASTICSEARCH_9;
        };
        for (CollectingTarget target : everySplit(body.replace('~', '\n'), NO_DEFAULTS, grammar)) {
            if (refusal.isEmpty()) {
                assertThat(target.refusal()).isEmpty();
            } else {
                assertThat(target.refusal()).contains(refusal);
            }
        }
    }

    @Test
    void passesUnknownActionsOverWhereTheServerDoes() {
        String body = "{'upsert':{}}\n{'index':{}}\n" + INDEX + "{'upsert':{}}\n";
        for (CollectingTarget target : everySplit(body, NO_DEFAULTS, BulkGrammar.ELASTICSEARCH_7)) {
            assertThat(target.refusal()).isEmpty();
            assertThat(target.heads()).containsExactly("0 INDEX a 1 null");
        }
    }

    @Test
    void refusesActionLinesThatAreTooLong() {
        BulkLimits limits = new BulkLimits(100, 200, JsonLimits.DEFAULT);
        byte[] body = quotes("{'delete':{'_index':'a','_id':'" + "x".repeat(100) + "'}}\n");
        for (int cut : new int[] {0, 50, 101, body.length}) {
            CollectingTarget target = new CollectingTarget(NO_DEFAULTS, limits, BulkGrammar.ELASTICSEARCH_7);
            target.run(body, new int[] {cut, body.length - cut}, true);
            assertThat(target.refusal()).contains("an action line is longer than 100 bytes", "\"status\":413");
        }
    }

    @Test
    void judgesAnActionThatEndsAChunkWhereverTheChunkEnds() {
        for (CollectingTarget target :
                everySplit("{'index':{'_id':'1'}}\n{}\n", NO_DEFAULTS, BulkGrammar.ELASTICSEARCH_8)) {
            assertThat(target.refusal()).contains("Validation Failed: 1: index is missing;");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void goesOnBehindTheItemBeforeWhichItPaused(int every) {
        byte[] body = quotes(INDEX + "{'delete':{'_index':'a','_id':'2'}}\n" + "{'delete':{'_index':'a','_id':'3'}}\n"
                + "\n" + INDEX + "{'update':{'_index':'a','_id':'1'}}\n{'doc':{}}\n" + INDEX.repeat(3));
        for (int cut = 0; cut <= body.length; cut++) {
            CollectingTarget target =
                    new CollectingTarget(NO_DEFAULTS, BulkLimits.DEFAULT, BulkGrammar.ELASTICSEARCH_8);
            target.pauseBeforeEach(every).run(body, new int[] {cut, body.length - cut}, true);
            assertThat(target.refusal()).isEmpty();
            assertThat(target.splitter().items()).isEqualTo(8);
            assertThat(String.join(
                            "",
                            target.items().stream()
                                    .map(item -> new String(item, UTF_8))
                                    .toList()))
                    .isEqualTo(new String(body, UTF_8).replace("\n\n", "\n"));
        }
    }

    @Test
    void takesNoBytesOfDiscardedItems() {
        List<String> calls = new ArrayList<>();
        BulkSplitter.Target target = new BulkSplitter.Target() {
            @Override
            public int place(BulkLine action, int position) {
                return position == 0 ? BulkSplitter.DISCARD : 5;
            }

            @Override
            public void append(int place, byte[] bytes, int from, int to) {
                calls.add("append " + place);
            }

            @Override
            public void itemEnded(int place) {
                calls.add("end " + place);
            }
        };
        BulkSplitter splitter = new BulkSplitter(NO_DEFAULTS, BulkLimits.DEFAULT, BulkGrammar.ELASTICSEARCH_8, target);
        splitter.write(Unpooled.wrappedBuffer(quotes(INDEX + INDEX)));
        assertThat(splitter.end()).isTrue();
        assertThat(calls).containsExactly("append 5", "end 5");
        assertThat(splitter.items()).isEqualTo(2);
    }

    @Test
    void doesNotJudgeItemsAgainThatWereFoundValid() {
        byte[] body = quotes("{'update':{'_id':''}}\n{'scrpt':{}}\n" + INDEX);

        CollectingTarget judging = new CollectingTarget(NO_DEFAULTS, BulkLimits.DEFAULT, BulkGrammar.ELASTICSEARCH_8);
        assertThat(judging.run(body, new int[] {body.length}, false).refusal()).isNotEmpty();
        CollectingTarget trusting = CollectingTarget.ofValid(NO_DEFAULTS, BulkGrammar.ELASTICSEARCH_8);
        assertThat(trusting.run(body, new int[] {body.length}, false).refusal()).isEmpty();
        assertThat(trusting.items()).hasSize(2);
    }

    private static List<CollectingTarget> everySplit(String text, BulkDefaults url, BulkGrammar grammar) {
        byte[] body = quotes(text);
        List<CollectingTarget> all = CollectingTarget.everySplit(url, grammar, body, new Random(text.hashCode()));
        for (int cut = 0; cut <= body.length; cut++) {
            all.add(new CollectingTarget(url, BulkLimits.DEFAULT, grammar)
                    .run(body, new int[] {cut, body.length - cut}, true));
        }
        return all;
    }

    private static byte[] quotes(String body) {
        return body.replace('\'', '"').getBytes(UTF_8);
    }
}
