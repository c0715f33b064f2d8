package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sends requests of one tenant where its documents lie alone, and again, in indices made anew with the same names, where documents of
 * others lie among them. One thread works with it.
 */
final class InterferenceRound {

    /** Shards answer in any order; a request leaks only if the responses of one world never occur in the other. */
    private static final int MORE_ANSWERS = 5;

    private static final int MOST_PAGES = 5;

    private final TenantGateway gateway;
    private final DevCluster cluster;
    private final ServerKind kind;
    private final InterferenceDocuments documents;
    private final Map<Integer, Integer> statuses = new TreeMap<>();
    private int documented;

    /** How many requests differed in what documentation names. */
    int documented() {
        return documented;
    }

    /** All answers to a request in each world. */
    record Difference(Set<String> alone, Set<String> beside) {}

    InterferenceRound(TenantGateway gateway, DevCluster cluster, ServerKind kind, InterferenceDocuments documents) {
        this.gateway = gateway;
        this.cluster = cluster;
        this.kind = kind;
        this.documents = documents;
    }

    /** How often each status was answered where the tenant's documents lie alone. */
    Map<Integer, Integer> statuses() {
        return statuses;
    }

    /** The requests whose responses reveal other tenants, each with its responses. */
    Map<EqualRequest, Difference> telling(List<EqualRequest> requests) throws IOException, InterruptedException {
        make(false);
        Map<EqualRequest, String> alone = new HashMap<>();
        for (EqualRequest request : requests) {
            String answer = answer(request);
            alone.put(request, answer);
            statuses.merge(Integer.parseInt(answer.substring(0, 3)), 1, Integer::sum);
        }
        make(true);
        Map<EqualRequest, Difference> differences = new LinkedHashMap<>();
        for (EqualRequest request : requests) {
            String answer = answer(request);
            if (!answer.equals(alone.get(request))) {
                differences.put(
                        request,
                        new Difference(new TreeSet<>(Set.of(alone.get(request))), new TreeSet<>(Set.of(answer))));
            }
        }
        if (differences.isEmpty()) {
            return differences;
        }
        for (Map.Entry<EqualRequest, Difference> entry : differences.entrySet()) {
            entry.getValue().beside().addAll(moreAnswers(entry.getKey()));
        }
        make(false);
        for (Map.Entry<EqualRequest, Difference> entry : differences.entrySet()) {
            entry.getValue().alone().addAll(moreAnswers(entry.getKey()));
        }
        differences
                .values()
                .removeIf(difference -> difference.alone().stream().anyMatch(difference.beside()::contains));
        int told = differences.size();
        differences
                .entrySet()
                .removeIf(entry -> InterferenceAnswers.areDocumented(
                        kind,
                        entry.getKey(),
                        entry.getValue().alone(),
                        entry.getValue().beside()));
        documented += told - differences.size();
        return differences;
    }

    private List<String> moreAnswers(EqualRequest request) throws IOException, InterruptedException {
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < MORE_ANSWERS; i++) {
            answers.add(answer(request));
        }
        return answers;
    }

    private void make(boolean beside) throws IOException, InterruptedException {
        operate("DELETE", "/logs,orders?ignore_unavailable=true", "");
        for (String index : InterferenceDocuments.INDICES) {
            operate("PUT", "/" + index, documents.index().toString());
        }
        for (InterferenceDocuments.Bulk bulk : documents.bulks()) {
            String lines = beside ? bulk.beside() : bulk.alone();
            TenantGateway.Answer answer = operate("POST", "/_bulk?refresh=true", lines);
            if (answer.json().path("errors").asBoolean()) {
                throw new IOException("not written: " + answer);
            }
        }
    }

    private TenantGateway.Answer operate(String method, String target, String body)
            throws IOException, InterruptedException {
        TenantGateway.Answer answer = gateway.direct(cluster, method, target, body);
        if (answer.status() != 200) {
            throw new IOException(method + " " + target + ": " + answer);
        }
        return answer;
    }

    /** What a request is answered, with the pages of a scroll. */
    private String answer(EqualRequest request) throws IOException, InterruptedException {
        TenantGateway.Answer page;
        try {
            page = as(request.method(), request.target(), request.body());
        } catch (HttpTimeoutException e) {
            return "504 none in time";
        }
        StringBuilder shown = new StringBuilder(InterferenceAnswers.shown(page));
        for (int i = 0; i < MOST_PAGES && page.body().contains("\"_scroll_id\""); i++) {
            String id = page.json().path("_scroll_id").asText();
            boolean last = i == MOST_PAGES - 1 || page.json().at("/hits/hits").isEmpty();
            if (last) {
                as(
                        "DELETE",
                        "/_search/scroll",
                        EqualDice.o("scroll_id", EqualDice.a(id)).toString());
                break;
            }
            page = as(
                    "POST",
                    "/_search/scroll",
                    EqualDice.o("scroll", "1m", "scroll_id", id).toString());
            shown.append('\n').append(InterferenceAnswers.shown(page));
        }
        return shown.toString();
    }

    private TenantGateway.Answer as(String method, String target, String body)
            throws IOException, InterruptedException {
        TenantGateway.Answer answer = gateway.as(InterferenceDocuments.TENANT, method, target, body);
        assertThat(answer.body())
                .as(method + " " + target + " " + body)
                .doesNotContain("sluice_filter_failed", "sluice_internal");
        return answer;
    }
}
