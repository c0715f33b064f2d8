package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Users who open scrolls, points in time and asynchronous searches. */
abstract class HandlesTest extends AuthorizeTest {

    static final String RAW = "DnF1ZXJ5VGhlbkZldGNoAgAAAAAAAAABFk1=";
    private static final Pattern SEALED = Pattern.compile("\"(A[A-Za-z0-9_-]{40,})\"");
    static final String RAW_IN_PATH = RAW.replace("=", "%3D");
    static final Principal ANN = new Principal("ann", "basic-auth");
    static final Principal BOB = new Principal("bob", "basic-auth");

    final FilterHarness harness = harness(READ_LOGS);

    /** A request of a user, who may be nobody. */
    static HarnessCall by(@Nullable Principal user, FilterHarness harness, String method, String target) {
        HarnessCall call = harness.request(method, target);
        return user == null ? call : call.fact(ExchangeKey.PRINCIPAL, user);
    }

    final HarnessCall by(@Nullable Principal user, String method, String target) {
        return by(user, harness, method, target);
    }

    final HarnessCall by(Principal user, String method, String target, String body) {
        return by(user, method, target)
                .header("Content-Type", "application/json")
                .body(body);
    }

    static String id(HarnessResult result) {
        Matcher sealed = SEALED.matcher(result.body());
        assertThat(sealed.find()).as(result.describe()).isTrue();
        return sealed.group(1);
    }

    final String scroll(FilterHarness opener, @Nullable Principal user) {
        return id(by(user, opener, "POST", "/logs-1/_search?scroll=1m")
                .upstream(200, "application/json", "{\"_scroll_id\":\"" + RAW + "\",\"hits\":{\"hits\":[]}}")
                .send());
    }

    final String scroll(@Nullable Principal user) {
        return scroll(harness, user);
    }

    final String pointInTime(Principal user) {
        return id(by(user, "POST", "/logs-1/_pit?keep_alive=1m")
                .upstream(200, "application/json", "{\"id\":\"" + RAW + "\"}")
                .send());
    }

    final String async(Principal user) {
        return id(by(user, "POST", "/logs-1/_async_search")
                .upstream(200, "application/json", "{\"id\":\"" + RAW + "\",\"is_running\":true}")
                .send());
    }

    static void assertDenied(HarnessResult result) {
        assertThat(result.relayed()).as(result.describe()).isFalse();
        assertThat(result.status()).isEqualTo(403);
        assertThat(result.body()).contains("security_exception");
    }

    static String sent(HarnessCall call) {
        HarnessResult result = call.send();
        assertThat(result.relayed()).as(result.describe()).isTrue();
        return result.upstreamHead().target().raw();
    }
}
