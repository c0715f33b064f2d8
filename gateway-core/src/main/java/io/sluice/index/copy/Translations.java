package io.sluice.index.copy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.index.call.Server;
import io.sluice.index.job.Progress;
import io.sluice.index.read.IndexDescription;
import io.sluice.index.translate.Finding;
import io.sluice.index.translate.Findings;
import io.sluice.index.translate.IndexTranslation;
import java.io.IOException;
import java.util.List;

/** Translates indices for a target and tells what is lost. Stateless. */
public final class Translations {
    private Translations() {}

    /**
     * The index in the target's words.
     *
     * @throws IOException if something is lost that was not accepted; all of it is told
     */
    public static IndexTranslation of(
            IndexDescription index, Server source, Server target, CopyTerms.TargetTerms terms, Progress progress)
            throws IOException {
        IndexTranslation translation = IndexTranslation.of(index, source, target);
        ObjectNode settings = (ObjectNode) translation.body().path("settings");
        if (terms.shards() > 0) {
            settings.put("index.number_of_shards", terms.shards());
            settings.remove("index.number_of_routing_shards");
        }
        check(index.name(), translation.findings(), terms, progress);
        return translation;
    }

    /** Tells what reading cannot bring back, where no index is made. */
    public static void checkSources(IndexDescription index, CopyTerms.TargetTerms terms, Progress progress)
            throws IOException {
        Findings findings = new Findings();
        IndexTranslation.sources(index, findings);
        check(index.name(), findings.all(), terms, progress);
    }

    private static void check(String index, List<Finding> findings, CopyTerms.TargetTerms terms, Progress progress)
            throws IOException {
        findings.forEach(finding -> progress.say(index + ": " + finding.text()));
        List<String> refused = findings.stream()
                .filter(Finding::loss)
                .map(Finding::code)
                .filter(code -> !terms.accepted().contains(code))
                .distinct()
                .toList();
        if (!refused.isEmpty()) {
            throw new IOException("index '" + index + "' cannot be taken over without losses; accept them with"
                    + " --accept-loss " + String.join(",", refused));
        }
    }
}
