package io.sluice.bulk.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LongStringsTest {
    private static final int MOST = 4;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':'1234'}           | {'a':'1234'}",
                "{'a':'12345'}          | {'a':'1234' }",
                "{'a':'12345678901',1:2}| {'a':'1234'       ,1:2}",
                "['12345678901234','b'] | ['1234'          ,'b']",
                "['123\\\\56','b']       | ['123\\\\'  ,'b']",
                "['123\\u00e156','b']   | ['123\\u00e1'  ,'b']",
                "['123456\\\\','b']      | ['1234'    ,'b']",
                "['1234\\u00e1','b']    | ['1234'      ,'b']",
                "['12345\\'','b']       | ['1234'   ,'b']",
                "['12\\'5','b']         | ['12\\'' ,'b']",
                "['12\\'56','b']        | ['12\\''  ,'b']",
                "['123é5','b']          | ['123é' ,'b']",
                "['1234é','b']          | ['1234'  ,'b']",
                "['12😀56','b']         | ['12😀'  ,'b']"
            })
    void endsAStringEarlyAndKeepsThePlacesOfAllThatFollows(String text, String shown) {
        String expected = quotes(shown);
        byte[] bytes = quotes(text).getBytes(UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            LongStrings strings = new LongStrings(MOST);
            strings.reset();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(strings.shorten(bytes, 0, cut), 0, cut);
            out.write(strings.shorten(bytes, cut, bytes.length - cut), 0, bytes.length - cut);
            assertThat(out.toString(UTF_8)).as("cut at %d", cut).isEqualTo(expected);
        }
    }

    @Test
    void forgetsTheStringOfATextThatWasLeft() {
        LongStrings strings = new LongStrings(MOST);
        byte[] text = quotes("['1'").getBytes(UTF_8);
        strings.reset();
        strings.shorten("\"12345\\".getBytes(UTF_8), 0, 7);
        strings.reset();
        assertThat(new String(strings.shorten(text, 0, 4), 0, 4, UTF_8)).isEqualTo("[\"1\"");
    }

    private static String quotes(String text) {
        return text.replace('\'', '"');
    }
}
