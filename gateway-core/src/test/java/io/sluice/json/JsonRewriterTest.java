package io.sluice.json;

import static io.sluice.json.SingleQuoted.edit;
import static io.sluice.json.SingleQuoted.refusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonSplice;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class JsonRewriterTest {

    @Test
    void relaysAnUntouchedBodyAsOneSliceAChunk() {
        // Given
        String body = " {\"a\" : [1, 2.50, -0e+10 ,\"\\u00e9ß\\\\\"] , \"b\":{ } } \n";

        // When
        CollectingSink whole = Feed.whole(rewriter(at -> JsonEdit.descend()), body.getBytes(UTF_8));

        // Then
        assertThat(whole.text()).isEqualTo(body);
        assertThat(whole.slices()).isEqualTo(1);
        assertThat(whole.writes()).isZero();
    }

    /** What visitors have in common, of a plugin's class. */
    private record OfPlugin(Object filter) {}

    private static WeakReference<Object> likenessOfABodyThatEnded() {
        Object filter = new Object();
        JsonVisitor visitor = new JsonVisitor() {
            @Override
            public JsonEdit onValue(JsonCursor at) {
                return JsonEdit.descend();
            }

            @Override
            public Object likeness() {
                return new OfPlugin(filter);
            }
        };
        Feed.whole(new JsonRewriter(visitor, JsonLimits.DEFAULT), "{\"a\":[1,2]}".getBytes(UTF_8));
        return new WeakReference<>(filter);
    }

    @Test
    void keepsNothingOfAVisitorAfterItsBody() {
        WeakReference<Object> filter = likenessOfABodyThatEnded();

        await().until(() -> {
            System.gc();
            return filter.refersTo(null);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a   | {'x':1, 'y':2 }",
                "x   | {'a':0, 'y':2 }",
                "y   | {'a':0, 'x':1 }",
                "a,x | { 'y':2 }",
                "x,y | {'a':0 }",
                "a,y | { 'x':1 }",
                "a,x,y | { }",
            })
    void leavesTheRightCommasWhenMembersAreDropped(String dropped, String expected) {
        List<String> names = List.of(dropped.split(","));
        assertThat(edit(
                        "{'a':0, 'x':1, 'y':2 }",
                        at -> at.depth() == 1 && names.contains(at.name()) ? JsonEdit.drop() : JsonEdit.descend()))
                .isEqualTo(expected.startsWith("{'x") ? "{ " + expected.substring(1) : expected);
    }

    @Test
    void leavesTheRightCommasWhenElementsAreDropped() {
        assertThat(edit(
                        "[1,2,3,4]",
                        at -> at.depth() == 1 && at.index() % 2 == 0 ? JsonEdit.drop() : JsonEdit.descend()))
                .isEqualTo("[2,4]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'a':'acme:1','b':'acme:','c':['acme:x\\n','acm','acme','bolt:1',17]}|{'a':'1','b':'','c':['x\\u000a','acm','acme','bolt:1',17]}",
                "{'a' : 'acme\\u003a1' , 'b':'a\\u0063me:\\'acme:'}|{'a' : '1' , 'b':'\\'acme:'}",
                "['acme:é']|['é']",
            })
    void shortensStringsWhateverTheyAreWrittenLike(String body, String expected) {
        assertThat(edit(
                        body,
                        at -> at.stringStartsWith("acme:") ? new JsonSplice.Shorten("acme:") : JsonEdit.descend()))
                .isEqualTo(expected);
    }

    @Test
    void shortensByBeginningsThatAreNotAscii() {
        assertThat(edit(
                        "['é😀:1','é:']",
                        at -> at.stringStartsWith("é😀:") ? new JsonSplice.Shorten("é😀:") : JsonEdit.descend()))
                .isEqualTo("['1','é:']");
    }

    @Test
    void replacesScalarsObjectsAndTheRoot() {
        Json seven = Json.number(7);
        assertThat(edit(
                        "{'a':'x','b':{'c':[1]},'d':true}",
                        at -> at.depth() == 1 ? new JsonEdit.Replace(seven) : JsonEdit.descend()))
                .isEqualTo("{'a':7,'b':7,'d':7}");
        assertThat(edit(" [1,[2]] ", at -> new JsonEdit.Replace(seven))).isEqualTo(" 7 ");
        assertThat(edit("12", at -> new JsonEdit.Replace(seven))).isEqualTo("7");
    }

    @Test
    void lengthensStringsAndNamesAndLeavesThemAsTheyAreWritten() {
        Json more = Json.string("é\".");
        assertThat(edit(
                        "{ 'a\\u0062' : 'c\\u0064','':['', 1,{'e':null}]}",
                        at -> at.kind() == JsonKind.STRING
                                ? at.name() == null
                                        ? new JsonSplice.Lengthen(more)
                                        : new JsonSplice.LengthenName(more, new JsonSplice.Lengthen(more))
                                : at.name() == null
                                        ? JsonEdit.descend()
                                        : new JsonSplice.LengthenName(more, JsonEdit.descend())))
                .isEqualTo("{ 'é\\'.a\\u0062' : 'é\\'.c\\u0064','é\\'.':['é\\'.', 1,{'é\\'.e':null}]}");
        assertThatThrownBy(
                        () -> edit("[1]", at -> at.depth() == 0 ? JsonEdit.descend() : new JsonSplice.Lengthen(more)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> edit("[1]", at -> new JsonSplice.LengthenName(more, JsonEdit.descend())))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new JsonSplice.Lengthen(Json.number(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JsonSplice.LengthenName(more, JsonEdit.drop()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void renamesMembersAndEscapesTheirNewNames() {
        assertThat(edit(
                        "{ 'a' : 1,'b':[2]}",
                        at -> at.depth() == 1 ? new JsonEdit.Rename(at.name() + "\"") : JsonEdit.descend()))
                .isEqualTo("{ 'a\\'' : 1,'b\\'':[2]}");
    }

    @Test
    void renamesAndEditsAtOnce() {
        assertThat(edit(
                        "{'a':1}",
                        at -> at.depth() == 1
                                ? new JsonEdit.Rename("b", new JsonEdit.Replace(Json.string("x")))
                                : JsonEdit.descend()))
                .isEqualTo("{'b':'x'}");
    }

    @Test
    void putsOneMemberInThePlaceOfItsObject() {
        JsonEdit unwrap = new JsonSplice.Unwrap("logs", Json.parse("{}"));
        JsonVisitor visitor = at -> at.nameIs("_source") ? unwrap : JsonEdit.descend();
        assertThat(edit("{'_source': { 'x':{'logs':0} , 'logs' : {'a':1, 'b':[2]} , 'y':2 },'z':1}", visitor))
                .isEqualTo("{'_source': {'a':1, 'b':[2]},'z':1}");
        assertThat(edit("{'_source':{'other':1}}", visitor)).isEqualTo("{'_source':{}}");
        assertThat(edit("{'_source':{}}", visitor)).isEqualTo("{'_source':{}}");
    }

    @Test
    void leavesOutWhatIsPrunedAndHasNothingLeftOfWhatItHad() {
        JsonVisitor onlyNumbers = at -> at.kind().isContainer()
                ? JsonEdit.prune()
                : at.kind() == JsonKind.NUMBER ? JsonEdit.verbatim() : JsonEdit.drop();
        assertThat(edit("{'a':{'b':['x',{'c':'y'}],'d':{}},'e':[{'f':'z'},{'g':1,'h':'w'},[],2]}", onlyNumbers))
                .isEqualTo("{'a':{'d':{}},'e':[{'g':1},[],2]}");
        assertThat(edit("{ 'a' : 'x' , 'b' : { 'c' : 'y' , 'd\\u00e9' : [ 'z' , 1 ] } , 'e' : {} }", onlyNumbers))
                .satisfies(text -> assertThat(text.replace(" ", "")).isEqualTo("{'b':{'dé':[1]},'e':{}}"));
        assertThat(edit("[['x'],[['y']]]", onlyNumbers)).isEqualTo("[]");
    }

    @Test
    void editsInsideAnUnwrappedMember() {
        assertThat(edit(
                        "{'w':{'p':1},'x':[{'logs':{'p':1,'q':2}},{'logs':3}]}",
                        at -> at.depth() == 2 && at.nameAtIs(1, "x")
                                ? new JsonSplice.Unwrap("logs", Json.parse("null"))
                                : at.nameIs("p") ? JsonEdit.drop() : JsonEdit.descend()))
                .isEqualTo("{'w':{},'x':[{'q':2},3]}");
    }

    @Test
    void refusesASecondMemberOfTheUnwrappedName() {
        assertThat(refusal(
                        "{'a':1,'\\u0061':2}",
                        at -> at.depth() == 0 ? new JsonSplice.Unwrap("a", Json.parse("null")) : JsonEdit.descend()))
                .contains("[1:8] Duplicate field 'a'");
    }

    @Test
    void addsMembersToFullAndEmptyObjects() {
        JsonVisitor visitor = new JsonVisitor() {
            @Override
            public JsonEdit onValue(JsonCursor at) {
                return at.nameIs("gone") ? JsonEdit.drop() : JsonEdit.descend();
            }

            @Override
            public List<JsonMember> onObjectEnd(JsonCursor at) {
                return List.of(
                        new JsonMember("d", Json.number(at.depth())), new JsonMember("n", Json.string("" + at.name())));
            }
        };
        assertThat(edit("{'a':{ },'b':{'gone':1 }, 'c':[{'x':0}] }", visitor))
                .isEqualTo(
                        "{'a':{'d':1,'n':'a' },'b':{'d':1,'n':'b' }, 'c':[{'x':0,'d':2,'n':'null'}],'d':0,'n':'null' }");
    }

    @Test
    void refusesWithTheVisitorsAnswer() {
        CollectingSink sink = Feed.whole(
                rewriter(at -> at.nameIs("script") ? new JsonEdit.Refuse(Reply.text(403, "no")) : JsonEdit.descend()),
                "{\"script\":1}".getBytes(UTF_8));
        assertThat(sink.refusal().status()).isEqualTo(403);
    }

    @Test
    void asksForPathsNamesAndTexts() {
        List<String> seen = new ArrayList<>();
        edit("{'a':[1,{'b/~':'x\\n\\ud83d\\ude00'}],'\\u0063':null}", at -> {
            seen.add(at.pointer() + " " + at.kind() + " " + at.depth() + " " + at.index()
                    + (at.kind().isContainer() ? "" : " " + at.text()));
            return JsonEdit.descend();
        });
        assertThat(seen).hasSize(36);
        assertThat(seen.stream().distinct())
                .containsExactly(
                        " OBJECT 0 0",
                        "/a ARRAY 1 0",
                        "/a/0 NUMBER 2 0 1",
                        "/a/1 OBJECT 2 1",
                        "/a/1/b~1~0 STRING 3 0 x\n😀",
                        "/c NULL 1 1 null");
    }

    @Test
    void findsACharacterInAStringHoweverItIsWritten() {
        List<Integer> found = new ArrayList<>();
        edit("['a#b','a\\u0023','ab','',17,{'#':1},'\\n#','\\n']", at -> {
            if (at.depth() == 1 && at.stringContains('#')) {
                found.add(at.index());
            }
            return JsonEdit.descend();
        });
        assertThat(found).containsOnly(0, 1, 6);
    }

    @Test
    void knowsTheNamesOfAllEnclosingMembers() {
        List<Boolean> seen = new ArrayList<>();
        edit("{'é':{'\\u0062':[{'c':1}]}}", at -> {
            if (at.depth() == 4) {
                seen.add(at.nameAtIs(1, "é") && at.nameAtIs(2, "b") && at.nameAt(3) == null && at.nameAtIs(4, "c"));
                seen.add("é".equals(at.nameAt(1)) && "b".equals(at.nameAt(2)) && "c".equals(at.nameAt(4)));
                seen.add(at.nameIn(JsonNames.of("x", "c")) == 1);
                assertThatThrownBy(() -> at.nameAt(5)).isInstanceOf(IndexOutOfBoundsException.class);
            }
            return JsonEdit.descend();
        });
        assertThat(seen).isNotEmpty().containsOnly(true);
    }

    @Test
    void refusesAGuardedNameTwiceOnOneLevelHoweverItIsWritten() {
        JsonVisitor visitor = guarding("query");
        assertThat(refusal("{'query':1,'a':1,\n 'qu\\u0065ry':2}", visitor)).contains("[2:2] Duplicate field 'query'");
        assertThat(edit("{'query':{'query':1},'a':1,'a':[{'query':1},{'query':1}]}", visitor))
                .isEqualTo("{'query':{'query':1},'a':1,'a':[{'query':1},{'query':1}]}");
    }

    @Test
    void copiesAnOversizedStringOnWhichNothingHangs() {
        String longText = "x".repeat(100_000);
        assertThat(edit(
                        "{'a':'" + longText + "','b':1}",
                        at -> at.isOversized() && at.stringIs("x") ? JsonEdit.drop() : JsonEdit.verbatim()))
                .isEqualTo("{'a':'" + longText + "','b':1}");
    }

    @Test
    void dropsAndRenamesAndReplacesOversizedStrings() {
        String longText = "x".repeat(100_000);
        assertThat(edit(
                        "{'a':'" + longText + "','b':'" + longText + "','c':'" + longText + "','d':1,'f':'" + longText
                                + "'}",
                        at -> switch (at.name()) {
                            case "a" -> JsonEdit.drop();
                            case "b" -> new JsonEdit.Replace(Json.number(1));
                            case "c" -> new JsonEdit.Rename("e", JsonEdit.verbatim());
                            case "f" ->
                                new JsonSplice.LengthenName(
                                        Json.string("f."), new JsonSplice.Lengthen(Json.string("more ")));
                            case null -> JsonEdit.descend();
                            default -> JsonEdit.descend();
                        }))
                .isEqualTo("{'b':1,'e':'" + longText + "','d':1,'f.f':'more " + longText + "'}");
    }

    @Test
    void refusesAnOversizedStringWhoseTextIsNeeded() {
        String body = "{'a':'" + "x".repeat(40_000) + "'}";
        assertThat(refusal(body, at -> at.nameIs("a") && at.text().isEmpty() ? JsonEdit.drop() : JsonEdit.descend()))
                .contains("longer than 32768 bytes", "\"status\":413");
    }

    @Test
    void sendsTheDefaultForAnEmptyBody() {
        JsonVisitor visitor = new JsonVisitor() {
            @Override
            public JsonEdit onValue(JsonCursor at) {
                return JsonEdit.descend();
            }

            @Override
            public Json onEmptyBody() {
                return Json.parse("{\"size\":1}");
            }
        };
        assertThat(edit("", visitor)).isEqualTo("{'size':1}");
        assertThat(edit(" \n ", visitor)).isEqualTo("{'size':1}");
    }

    // Elasticsearch 8 and OpenSearch look for the value of such a body of _termvectors for ever.
    @Test
    void leavesNothingOfABodyOfWhiteSpace() {
        for (String blank : java.util.List.of(" ", "\n", " \t\r\n  ", " ".repeat(10_000))) {
            assertThat(edit(blank, at -> JsonEdit.descend())).isEmpty();
        }
    }

    @Test
    void refusesWhiteSpaceThatWouldHaveToBeHeldBack() {
        assertThat(refusal("[1," + " ".repeat(100_000) + "2]", at -> JsonEdit.descend()))
                .contains("too much white space");
        assertThat(edit("[1," + " ".repeat(100_000) + "2]", at -> JsonEdit.verbatim()))
                .endsWith("2]");
    }

    @Test
    void failsWhenAVisitorBreaksItsContract() {
        assertThatThrownBy(() -> edit("1", at -> JsonEdit.drop())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> edit("[1]", at -> new JsonEdit.Rename("a"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> edit("'bolt:1'", at -> new JsonSplice.Shorten("acme:")))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> edit("[1]", at -> new JsonSplice.Unwrap("a", Json.number(1))))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> edit(
                        "{'a':1}",
                        at -> at.depth() == 0 ? new JsonSplice.Unwrap("a", Json.number(1)) : JsonEdit.drop()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void readsEachBodyFromItsBeginningWhateverBecameOfTheOnesBefore() {
        JsonVisitor dropping = at -> at.nameIs("gone") ? JsonEdit.drop() : JsonEdit.descend();
        for (int i = 0; i < 40; i++) {
            JsonRewriter cut = rewriter(guarding("a"));
            cut.write(chunk("{\"a\":[{\"b\":\"in the mid"), new CollectingSink());
            cut.close();
            assertThat(refusal("{'a':1,\n'a':2}", guarding("a"))).contains("[2:1] Duplicate field 'a'");
            assertThatThrownBy(() -> Feed.whole(rewriter(at -> JsonEdit.drop()), "1".getBytes(UTF_8)))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(edit("{'gone':1,'a':{'gone':2,'a':3}}", dropping)).isEqualTo("{'a':{'a':3}}");
        }
    }

    @Test
    void keepsBodiesOfOneThreadApart() {
        JsonVisitor visitor = at -> at.nameIs("gone") ? JsonEdit.drop() : JsonEdit.descend();
        for (int round = 0; round < 3; round++) {
            List<JsonRewriter> open = new ArrayList<>();
            List<CollectingSink> out = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                open.add(rewriter(visitor));
                out.add(new CollectingSink());
                open.get(i).write(chunk("{\"gone\":" + i + ",\"n\":\"" + i + "+"), out.get(i));
            }
            for (int i = 0; i < 40; i++) {
                open.get(i).write(chunk("" + i + "\",\"gone\":1}"), out.get(i));
                open.get(i).end(out.get(i));
                open.get(i).close();
            }
            for (int i = 0; i < 40; i++) {
                assertThat(out.get(i).text()).isEqualTo("{\"n\":\"" + i + "+" + i + "\"}");
            }
        }
    }

    private static ByteBuf chunk(String text) {
        return Unpooled.copiedBuffer(text, UTF_8);
    }

    private static JsonVisitor guarding(String... names) {
        JsonNames guarded = JsonNames.of(names);
        return new JsonVisitor() {
            @Override
            public JsonEdit onValue(JsonCursor at) {
                return JsonEdit.descend();
            }

            @Override
            public JsonNames guardedNames() {
                return guarded;
            }
        };
    }

    private static JsonRewriter rewriter(JsonVisitor visitor) {
        return new JsonRewriter(visitor, JsonLimits.DEFAULT);
    }
}
