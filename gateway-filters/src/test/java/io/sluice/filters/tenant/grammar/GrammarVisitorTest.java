package io.sluice.filters.tenant.grammar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonSplice;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.filters.tenant.answer.AnswerGrammar;
import io.sluice.filters.tenant.body.BodyGrammar;
import io.sluice.filters.tenant.body.Features;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.json.ByteSink;
import io.sluice.json.JsonLimits;
import io.sluice.json.JsonRewriter;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Elements of arrays that are written alike are judged as if each stood alone, in all grammars of requests and answers. */
class GrammarVisitorTest {

    @Test
    void putsWhatMustStandThereIntoEachElementWhateverNamesItMayHave() {
        Rule element = new ObjectRule().others(Rule.SCALAR).requires(ObjectRule.Required.ROUTING);
        Rule rule = new ObjectRule().others(element);

        assertThat(edited(rule, "{\"x\":[{\"a\":1,\"routing\":2},{\"a\":1,\"routing\":2},{\"a\":1}]}", true))
                .isEqualTo("{\"x\":[{\"a\":1,\"routing\":2},{\"a\":1,\"routing\":2},{\"a\":1,\"added\":\"ROUTING\"}]}");
    }

    @Test
    void judgesElementsThatAreWrittenAlikeAsIfEachStoodAlone() {
        List<Rule> rules = new ArrayList<>();
        for (Features features : List.of(
                new Features.IndexPerTenant(Set.of()),
                new Features.Nested(Set.of()),
                new Features.Shared("tenant_id", false, false, false, Set.of()),
                new Features.Shared("tenant_id", false, true, true, Set.of()),
                new Features.Shared("tenant_id", true, false, false, Set.of()))) {
            AnswerGrammar answers = new AnswerGrammar(features);
            BodyGrammar bodies = new BodyGrammar(features);
            for (AnswerKind kind : AnswerKind.values()) {
                rules.add(answers.of(kind, 200, EnumSet.of(Trait.INDEX_BUCKETS)));
                rules.add(answers.of(kind, 200, EnumSet.noneOf(Trait.class)));
            }
            for (BodyKind kind : BodyKind.values()) {
                rules.add(bodies.of(kind));
            }
        }
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int changed = 0;
        for (int round = 0; round < 6_000; round++) {
            Rule rule = rules.get(random.nextInt(rules.size()));
            StringBuilder text = new StringBuilder();
            write(text, rule, new Random(random.nextLong()), random, 0);
            String expected = edited(rule, text.toString(), false);
            assertThat(edited(rule, text.toString(), true))
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(expected);
            changed += expected.startsWith("refused") || expected.contentEquals(text) ? 0 : 1;
        }
        assertThat(changed).isGreaterThan(1_000);
    }

    /** Writes something that the rule allows. The shape comes from one source, the values on the other one. */
    private static void write(StringBuilder out, Rule rule, Random shape, Random values, int depth) {
        Rule inner = rule instanceof Rule.Whole whole ? whole.inner() : rule;
        if (inner instanceof ObjectRule object && depth < 9) {
            if (!(rule instanceof Rule.Whole) && shape.nextInt(3) == 0) {
                list(out, object.elements(), shape, values, depth);
            } else {
                object(out, object, shape, values, depth);
            }
        } else if (shape.nextInt(12) == 0) {
            out.append("[\"a\",7]");
        } else {
            out.append(List.of("1", "23", "\"a\"", "\"bc\"", "\"bc\"", "\"tenant_id\"", "true", "null")
                    .get(shape.nextInt(3) > 0 ? 2 + values.nextInt(4) : values.nextInt(8)));
        }
    }

    private static void list(StringBuilder out, Rule rule, Random shape, Random values, int depth) {
        long same = shape.nextLong();
        out.append('[');
        for (int i = values.nextInt(5); i >= 0; i--) {
            write(out, rule, new Random(values.nextInt(8) == 0 ? values.nextLong() : same), values, depth + 2);
            out.append(i == 0 ? "" : ",");
        }
        out.append(']');
    }

    private static void object(StringBuilder out, ObjectRule object, Random shape, Random values, int depth) {
        List<String> names = new ArrayList<>(object.named().keySet());
        names.removeIf(name -> object.named().get(name) instanceof Rule.Denied);
        out.append('{');
        int count = shape.nextInt(6);
        for (int i = 0; i < count; i++) {
            boolean listed = !names.isEmpty() && (object.others() == null || shape.nextInt(3) > 0);
            String name = listed ? names.remove(shape.nextInt(names.size())) : "other" + shape.nextInt(5);
            Rule rule = listed ? object.named().get(name) : object.others();
            out.append(i == 0 ? "" : ",").append('"').append(name).append("\":");
            write(out, rule == null ? Rule.SCALAR : rule, shape, values, depth + 1);
        }
        out.append('}');
    }

    private static String edited(Rule rule, String text, boolean compares) {
        GrammarVisitor visitor = new GrammarVisitor(rule, new Changing());
        Text out = new Text();
        JsonRewriter rewriter = new JsonRewriter(compares ? visitor : new Asked(visitor), JsonLimits.DEFAULT);
        rewriter.write(Unpooled.copiedBuffer(text, UTF_8), out);
        if (out.refusal == null) {
            rewriter.end(out);
        }
        rewriter.close();
        return out.refusal == null ? out.bytes.toString(UTF_8) : "refused " + new String(out.refusal.body(), UTF_8);
    }

    /** Where names are guarded, each value is asked about. */
    private record Asked(JsonVisitor visitor) implements JsonVisitor {

        @Override
        public JsonEdit onValue(JsonCursor at) {
            return visitor.onValue(at);
        }

        @Override
        public List<JsonMember> onObjectEnd(JsonCursor at) {
            return visitor.onObjectEnd(at);
        }

        @Override
        public JsonNames guardedNames() {
            return JsonNames.of("no name of these");
        }
    }

    /** What it says depends on all that it was asked and told before. */
    private static final class Changing implements References {

        private int asked;

        private int next() {
            return (++asked * 0x9E3779B9) >>> 24;
        }

        @Override
        public JsonEdit value(Reference reference, JsonCursor at) {
            return next() % 3 == 0 ? JsonEdit.verbatim() : new JsonEdit.Replace(Json.string(reference + "" + asked));
        }

        @Override
        public @Nullable JsonEdit name(Reference reference, JsonCursor at) {
            if (reference == Reference.MARK) {
                // May be the one member that an object is unwrapped to.
                return null;
            }
            return next() % 4 == 0 ? JsonEdit.drop() : new JsonEdit.Rename("name" + asked);
        }

        @Override
        public JsonEdit denied(JsonCursor at, String why) {
            return new JsonEdit.Refuse(Reply.error(403, "denied", at.pointer() + ": " + why));
        }

        @Override
        public JsonEdit unknown(JsonCursor at) {
            return JsonEdit.drop();
        }

        @Override
        public JsonEdit whole(Frame as, JsonCursor at) {
            boolean document = as == Frame.SOURCE || as == Frame.SHOWN_PROPERTIES;
            return document && next() % 2 == 0 ? new JsonSplice.Unwrap("other1", Json.number(0)) : JsonEdit.descend();
        }

        @Override
        public List<JsonMember> missing(ObjectRule.Required required) {
            return List.of(new JsonMember("added", Json.string(required.name())));
        }

        @Override
        public void shown(Trait trait) {
            asked += 3;
        }
    }

    private static final class Text implements ByteSink {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private @Nullable Reply refusal;

        @Override
        public void relay(ByteBuf lent, int index, int length) {
            byte[] copy = new byte[length];
            lent.getBytes(index, copy);
            bytes.writeBytes(copy);
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            bytes.write(source, offset, length);
        }

        @Override
        public void refuse(Reply reply) {
            refusal = reply;
        }
    }
}
