package io.sluice.filters.tenant.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryTextTest {

    private static final String[] PIECES = {
        "a",
        "b1",
        "a.b",
        "_exists_",
        ":",
        ":",
        ":",
        " ",
        " ",
        "(",
        ")",
        "\"",
        "\\",
        "\\:",
        "*",
        "?",
        "-",
        "+",
        "!",
        "~2",
        "^3",
        "[1 TO 2]",
        "{",
        "]",
        " AND ",
        " OR ",
        "/x:y/",
        "/",
        "<",
        ">=",
        "\u3000",
        "&&",
        "|",
        "я",
        "\"p:q\"",
        "\\*"
    };

    private static String prefixed(String text) {
        return QueryText.withFields(text, field -> "lo-gs/1." + field);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            fox                          | fox
            a:fox b                      | lo\\-gs\\/1.a:fox b
            a.b:(x y) AND -c:[1 TO 2]    | lo\\-gs\\/1.a.b:(x y) AND -lo\\-gs\\/1.c:[1 TO 2]
            "a:b" /c:d/ [e:f TO "g:h"]   | "a:b" /c:d/ [e:f TO "g:h"]
            a\\:b c\\ d:e                | a\\:b lo\\-gs\\/1.c\\ d:e
            _exists_:a _exists_ : "b"    | _exists_:lo\\-gs\\/1.a _exists_ : "lo\\-gs\\/1.b"
            *:* *:a b*:c                 | *:* lo\\-gs\\/1.\\*:a lo\\-gs\\/1.b*:c
            a : b                        | lo\\-gs\\/1.a : b
            +a:>=1 !b:"x y"~2^3          | +lo\\-gs\\/1.a:>=1 !lo\\-gs\\/1.b:"x y"~2^3
            a-b+c:d                      | lo\\-gs\\/1.a-b+c:d
            """)
    void namesFieldsAsTheClusterDoes(String text, String expected) {
        assertThat(prefixed(text)).isEqualTo(expected);
    }

    @Test
    void findsTheFieldsThatLuceneFinds() {
        Random random = new Random(11);
        int parsed = 0;
        for (int i = 0; i < 40_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(9); n >= 0; n--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            parsed += compare(text.toString()) ? 1 : 0;
        }
        assertThat(parsed).isGreaterThan(1_000);
    }

    /** Compares with Lucene; returns false if Lucene does not take the text. */
    static boolean compare(String text) {
        List<String> expected = LuceneFields.of(text, field -> "lo-gs/1." + field);
        if (expected != null) {
            assertThat(LuceneFields.of(prefixed(text), field -> field))
                    .as("[%s] as [%s]", text, prefixed(text))
                    .isEqualTo(expected);
        }
        return expected != null;
    }
}
