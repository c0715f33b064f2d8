package io.sluice.filters.authorize;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;

/** A filter with rules before a cluster that has some names. */
abstract class AuthorizeTest {

    /** Two indices of logs, a secret one, an alias to each kind, and a data stream. */
    static final String NAMES = """
            {"indices":[
              {"name":"logs-1","attributes":["open"]},
              {"name":"logs-2","attributes":["open"]},
              {"name":"logs-old","attributes":["closed"]},
              {"name":"logs-hidden","attributes":["hidden","open"]},
              {"name":"secret-1","attributes":["open"]},
              {"name":".ds-metrics-000001","attributes":["hidden","open"],"data_stream":"metrics"}],
             "aliases":[
              {"name":"all-logs","indices":["logs-1","logs-2"]},
              {"name":"mixed","indices":["logs-1","secret-1"]}],
             "data_streams":[{"name":"metrics","backing_indices":[".ds-metrics-000001"]}]}""";

    static final String READ_LOGS = "{allow: {classes: [read], indices: ['logs-*']}}";
    static final String ALL_BUT_SECRET = "{deny: {classes: [read, write, manage], indices: ['secret-*']}},"
            + "{allow: {classes: [read, write, manage]}}";

    final TestContext context = new TestContext().reaching(new TestCluster("primary").answering(target -> NAMES));

    FilterHarness harness(String rules, String more) {
        FilterHarness harness = FilterHarness.of(AuthorizeFilter.class, "rules: [" + rules + "]\n" + more, context);
        context.runTasks();
        return harness;
    }

    FilterHarness harness(String rules) {
        return harness(rules, "");
    }

    static HarnessCall json(FilterHarness harness, String method, String target, String body) {
        return harness.request(method, target)
                .header("Content-Type", "application/json")
                .body(body);
    }

    static HarnessResult lines(FilterHarness harness, String target, String body) {
        return harness.request("POST", target)
                .header("Content-Type", "application/x-ndjson")
                .body(body)
                .everySplit();
    }
}
