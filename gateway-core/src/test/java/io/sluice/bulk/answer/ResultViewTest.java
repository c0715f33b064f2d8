package io.sluice.bulk.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestTarget;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultViewTest {

    private static @Nullable ResultView view(String query) {
        return ResultView.of(RequestTarget.parse("/_bulk" + query), null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "?refresh",
                "?filter_path=",
                "?pretty=false",
                "?human&error_trace",
                "?format=json",
                "?filter_path=,"
            })
    void showsEverythingWhereNothingElseIsAskedFor(String query) {
        ResultView view = Objects.requireNonNull(view(query));
        assertThat(view.items().showsEverything()).isTrue();
        assertThat(view.isPretty()).isFalse();
        for (HeadMember member : HeadMember.values()) {
            assertThat(view.shows(member)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?filter_path=items.*",
                "?filter_path=items.index.status",
                "?filter_path=**.error",
                "?filter_path=items.**.error",
                "?filter_path=items.*.error.caused_by.type",
                "?filter_path=-items.*.error.type",
                "?filter_path=items.*.error.*",
                "?filter_path=it*",
                "?filter_path=took,x",
                "?filter_path=-",
                "?filter_path=--took",
                "?filter_path=Took",
                "?format=yaml",
                "?format=cbor",
                "?pretty=yes",
                "?pretty=1"
            })
    void isNoneWhereOnlyTheServerCanAnswer(String query) {
        assertThat(view(query)).isNull();
    }

    @Test
    void isNoneOfManyPaths() {
        assertThat(view("?filter_path=" + "items.*.a,".repeat(30))).isNotNull();
        assertThat(view("?filter_path=" + "items.*.a,".repeat(31))).isNull();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "application/json",
                "*/*",
                "application/*",
                "Application/JSON;charset=utf-8",
                "application/vnd.elasticsearch+json; compatible-with=8",
                "application/vnd.elasticsearch+json;compatible-with=7",
                "application/x-ndjson",
                "text/plain",
                "text/csv; charset=utf-8",
                "application/json, text/plain, */*",
                "application/json;q=0.5, application/yaml",
                "application/json,application/yaml",
                "application/yaml, application/json",
                "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
                "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
            })
    void answersInJson(@Nullable String accept) {
        assertThat(ResultView.of(RequestTarget.parse("/_bulk"), accept)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/yaml",
                "application/cbor",
                "application/smile",
                "Application/YAML; charset=utf-8",
                "application / yaml",
                "application/yaml;q=0.1, */*",
                "application/vnd.elasticsearch+cbor; compatible-with=8",
                "yaml",
                "text/plain/x",
                ""
            })
    void leavesOtherFormatsToTheServer(String accept) {
        assertThat(ResultView.of(RequestTarget.parse("/_bulk"), accept)).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "/_bulk|/_bulk",
                "/i/_bulk?routing=r&refresh|/i/_bulk?routing=r&refresh",
                "/_bulk?pretty|/_bulk?pretty",
                "/_bulk?a=%3D&pretty&&b=2&filter_path=&format=json|/_bulk?a=%3D&pretty&b=2&format=json",
                "/_bulk?filter_path=took&refresh=true|/_bulk?refresh=true&filter_path=took,errors,items.*.error,items.*.status",
                "/_bulk?filter_path=items|/_bulk?filter_path=took,errors,items",
                "/_bulk?filter_path=items,took&x=1|/_bulk?x=1&filter_path=took,errors,items",
                "/_bulk?filter_path=-items.*._id|/_bulk?filter_path=took,errors,ingest_took,items,-items.*._id",
                "/_bulk?filter_path=-items.*.error|/_bulk?filter_path=took,errors,ingest_took,items",
                "/_bulk?filter_path=-items|/_bulk?filter_path=took,errors,ingest_took,items.*.error,items.*.status",
                "/_bulk?filter%5fpath=items.*._id|/_bulk?filter_path=took,errors,items.*.error,items.*.status,items.*._id",
                "/_bulk?filter_path=items.*._version|/_bulk?filter_path=took,errors,items.*.error,items.*.status,items.*._version",
                "/_bulk?filter_path=items.*.error.type,items.*.error.reason,items.*.status|/_bulk?filter_path=took,errors,items.*.error,items.*.status",
                "/_bulk?filter_path=ingest_took|/_bulk?filter_path=took,errors,ingest_took,items.*.error,items.*.status",
                "/_bulk?filter_path=x&filter_path=items.*.error,-took|/_bulk?filter_path=took,errors,items.*.error,items.*.status"
            })
    void asksTheServersForWhatItNeeds(String target, String forServers) {
        RequestTarget parsed = RequestTarget.parse(target);
        ResultView view = Objects.requireNonNull(ResultView.of(parsed, null));
        assertThat(view.forServers(parsed).raw()).isEqualTo(forServers);
    }

    @Test
    void givesItemsOnAsServersSendThemWhereTheySendJustWhatIsWanted() {
        assertThat(Objects.requireNonNull(view("?filter_path=errors,items.*.error,items.*.status"))
                        .items()
                        .isAsServersTell())
                .isTrue();
        assertThat(Objects.requireNonNull(view("?filter_path=items")).items().isAsServersTell())
                .isTrue();
        assertThat(Objects.requireNonNull(view("?filter_path=items.*.status"))
                        .items()
                        .isAsServersTell())
                .isFalse();
        assertThat(Objects.requireNonNull(view("?filter_path=items.*.error.type,items.*.status"))
                        .items()
                        .isAsServersTell())
                .isFalse();
        assertThat(Objects.requireNonNull(view("?filter_path=-items.*._id"))
                        .items()
                        .isAsServersTell())
                .isTrue();
        assertThat(Objects.requireNonNull(view("?filter_path=-items.*.status"))
                        .items()
                        .isAsServersTell())
                .isFalse();
        assertThat(Objects.requireNonNull(view("?filter_path=-items")).items().showsNothing())
                .isTrue();
    }
}
