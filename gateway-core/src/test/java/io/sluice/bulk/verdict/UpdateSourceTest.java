package io.sluice.bulk.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds what one source makes the gateway hold, in allocated bytes, which no machine's speed changes. */
class UpdateSourceTest {
    private static final int HELD = 64 << 10;
    private static final int PIECE = 16 << 10;
    private static final int LONG = 16 << 20;
    private static final long FEW = LONG / 2;

    private BulkGrammar grammar = BulkGrammar.ELASTICSEARCH_8;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'doc':{'a':'~'}}",
                "{'upsert':{'a':['b',{'c':'~'}]},'doc':{}}",
                "{'script':'~'}",
                "{'script':{'source':'~','params':{'a':'~'}}}",
                "{'doc':{},'_source':['~']}"
            })
    void keepsLittleOfLongStrings(String text) {
        Read read = read(filled(text, LONG));
        assertThat(read.refusal).isNull();
        assertThat(read.allocated).isLessThan(FEW);
    }

    @Test
    void keepsLittleOfALongNumber() {
        grammar = BulkGrammar.ELASTICSEARCH_7;
        Read read = read(filled("{'doc':{'a':1~}}", LONG, '1'));
        assertThat(read.status()).isEqualTo(413);
        assertThat(read.allocated).isLessThan(FEW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'~':1}", "{'doc':{'~':1}}", "{'script':{'source':'','params':{'~':1}}}"})
    void refusesALongNameBeforeItIsRead(String text) {
        Read read = read(filled(text, LONG));
        assertThat(read.status()).isEqualTo(413);
        assertThat(read.reason()).isEqualTo("a field name is longer than 32768 bytes");
        assertThat(read.allocated).isLessThan(FEW);
    }

    @Test
    void refusesALongNameAlsoWhereTheSourceComesAtOnce() {
        byte[] text = filled("{'~':1}", 1 << 20);
        UpdateSource source = new UpdateSource(grammar, HELD);
        source.begin(new BulkControls());
        Malformed refusal = source.end(text, 0, text.length);
        assertThat(refusal).isNotNull().hasMessage("a field name is longer than 32768 bytes");
    }

    @Test
    void boundsTheNamesOfAScriptsParametersAsThoseOfDocuments() {
        StringBuilder text = new StringBuilder("{'script':{'source':'','params':{");
        for (int i = 0; i < 100_001; i++) {
            text.append("'").append(i).append("':1,");
        }
        Read read = read(quotes(text + "'':1}}}").getBytes(UTF_8));
        assertThat(read.status()).isEqualTo(413);
        assertThat(read.reason()).isEqualTo("the source of an update is too complex");
    }

    @Test
    void boundsTheLengthOfAllNamesTogether() {
        StringBuilder text = new StringBuilder("{'doc':{");
        for (int i = 0; i < 200; i++) {
            text.append("'").append(i).append("x".repeat(30_000)).append("':1,");
        }
        assertThat(read(quotes(text + "'':1}}").getBytes(UTF_8)).status()).isEqualTo(413);
    }

    @Test
    void guessesForNoNameThatIsLongerThanAnyKnownOneCouldBeMeantBy() {
        Read read = read(filled("{'~':1}", 30_000));
        assertThat(read.status()).isEqualTo(400);
        assertThat(read.reason())
                .isEqualTo("[1:2] [UpdateRequest] unknown field [" + "x".repeat(256) + "... (30000 characters)]");
        assertThat(read.allocated).isLessThan(1 << 20);
    }

    @Test
    void guessesForANameOfTwiceTheLengthAsTheServerDoes() {
        Read read = read(quotes("{'docdo':1}").getBytes(UTF_8));
        assertThat(read.reason()).isEqualTo("[1:2] [UpdateRequest] unknown field [docdo] did you mean [doc]?");
    }

    @Test
    void namesThePlaceBehindALongString() {
        byte[] text = filled("{'doc':{'a':'~'},'dok':1}", LONG);
        Read read = read(text);
        assertThat(read.reason()).startsWith("[1:" + (text.length - "'dok':1}".length() + 1) + "] ");
    }

    @Test
    void takesNoLongTextForANumberOfWhichItKnowsTheBeginningOnly() {
        Read read = read(filled("{'doc':{},'if_seq_no':'0~x'}", LONG, '0'));
        assertThat(read.reason()).endsWith("failed to parse field [if_seq_no]");
    }

    private record Read(@Nullable Malformed refusal, long allocated) {
        int status() {
            return refusal == null ? 200 : refusal.status();
        }

        String reason() {
            return refusal == null ? "" : String.valueOf(refusal.getMessage());
        }
    }

    /** Counts on the second of two sources: the first loads the classes, which takes 8 MB for a refusal. */
    private Read read(byte[] text) {
        read(new UpdateSource(grammar, HELD), text);
        UpdateSource source = new UpdateSource(grammar, HELD);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        Malformed refusal = read(source, text);
        return new Read(refusal, threads.getCurrentThreadAllocatedBytes() - before);
    }

    private static @Nullable Malformed read(UpdateSource source, byte[] text) {
        source.begin(new BulkControls());
        int from = 0;
        for (; text.length - from > PIECE; from += PIECE) {
            source.piece(text, from, from + PIECE);
        }
        return source.end(text, from, text.length);
    }

    private static byte[] filled(String text, int length) {
        return filled(text, length, 'x');
    }

    private static byte[] filled(String text, int length, char filling) {
        char[] many = new char[length];
        Arrays.fill(many, filling);
        return quotes(text).replace("~", new String(many)).getBytes(UTF_8);
    }

    private static String quotes(String text) {
        return text.replace('\'', '"');
    }
}
