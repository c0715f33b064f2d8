package io.sluice.bulk.verdict;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The words are those of Elasticsearch 7.17.28. */
class DateMathNameTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<logs>",
                "<logs-{now}>",
                "<logs-{now/d}>",
                "<{now-1M/M+12h{yyyy.MM|+01:00}}-x>",
                "<a\\{b\\}{now{strict_date}}>",
                "<a{2024.01.31||/M}>",
                "<a{now{yyyy'\\{'}}>"
            })
    void takesWhatServersResolve(String name) {
        assertThatCode(() -> DateMathName.check(name)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "<>            | nothing captured",
                "<a{now/x}>    | unit [x] not supported for date math [/x]",
                "<a{now+}>     | truncated date math [+]",
                "<a{now+1}>    | truncated date math [+1]",
                "<a{now/2d}>   | rounding `/` can only be used on single unit types [/2d]",
                "<a{now*d}>    | operator not supported for date math [*d]",
                "<a{now{}}>    | invalid dynamic name expression [now{}]. missing date format",
                "<a{now{y}x}>  | invalid dynamic name expression [now{y}x]. missing closing `}` for date math format",
                "<a{now>       | invalid dynamic name expression [a{now>]. date math placeholder is open ended",
                "<a{now{{}}}>  | invalid dynamic name expression [a{now{{}}}>]. invalid character in placeholder at position [7]",
                "<a{}>         | cannot parse empty date",
                "<a{x}>        | failed to parse date field [x] with format [uuuu.MM.dd]: [failed to parse date field [x] with format [uuuu.MM.dd]]",
                "<a{now{b-a}}> | Invalid format: [b-a]: Unknown pattern letter: b",
                "<a{now+99999999999d}> | For input string: \"99999999999\"",
            })
    void refusesWhatServersRefuse(String name, String reason) {
        assertThatThrownBy(() -> DateMathName.check(name)).hasMessage(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "<a{now{y|Nowhere}}>;Unknown time-zone ID: Nowhere",
                "<a{now{y|}}>;Invalid ID for ZoneOffset, invalid format: "
            })
    void refusesTimeZonesThatAreNone(String name, String reason) {
        assertThatThrownBy(() -> DateMathName.check(name)).hasMessageContaining(reason.strip());
    }
}
