package io.sluice.bench.compare.inside;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.chart.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What became of documents on one server. */
final class FidelityRows {
    private static final String AS_SENT = "as sent";
    private static final int WIDTH = 90;

    private final Fidelity.Result result;

    FidelityRows(Fidelity.Result result) {
        this.result = result;
    }

    /** Each sample as it is found. */
    Table samples() {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < Fidelity.SAMPLES.size(); i++) {
            List<String> row = new ArrayList<>(List.of(Fidelity.SAMPLES.get(i).name()));
            for (BodyFormat format : Fidelity.FORMATS) {
                row.add(shown(
                        result.searched(format, i), Fidelity.SAMPLES.get(i).json()));
            }
            rows.add(row);
        }
        return new Table(
                "Documents as a search shows them: " + result.server(),
                "Sent one by one, in each format made of the same JSON.",
                head("document"),
                rows);
    }

    /** Which ways out show what JSON would have given, and bulks of cities. */
    Table routes() {
        List<List<String>> rows = new ArrayList<>();
        for (Fidelity.Route route : Fidelity.Route.values()) {
            List<String> row = new ArrayList<>(List.of(route.label()));
            for (BodyFormat format : Fidelity.FORMATS) {
                row.add(result.asJson(format, route) + " of " + Fidelity.SAMPLES.size());
            }
            rows.add(row);
        }
        List<String> stored = new ArrayList<>(List.of("bulk of cities: stored"));
        List<String> same = new ArrayList<>(List.of("bulk of cities: found as sent"));
        List<String> errors = new ArrayList<>(List.of("bulk of cities: first error"));
        for (BodyFormat format : Fidelity.FORMATS) {
            Fidelity.BulkOutcome bulk = bulk(format);
            stored.add(bulk.stored() + " of " + bulk.sent());
            same.add(bulk.asSent() + " of " + bulk.sent());
            errors.add(bulk.error().isEmpty() ? "none" : cut(bulk.error()));
        }
        rows.addAll(List.of(stored, same, errors));
        return new Table(
                "Documents that are the same, byte by byte, as if they had been sent in JSON: " + result.server(),
                "Of the samples, by the way on which they are read; and cities in one bulk.",
                head("read"),
                rows);
    }

    /** What keeps which format from being used. */
    String sentence() {
        List<String> formats = new ArrayList<>();
        for (BodyFormat format : Fidelity.FORMATS.subList(1, Fidelity.FORMATS.size())) {
            Fidelity.BulkOutcome bulk = bulk(format);
            formats.add(
                    bulk.whole()
                            ? result.asJson(format, Fidelity.Route.SEARCH) + " as " + format.id()
                            : format.id() + " is not taken in bulks (" + cut(bulk.error()) + ")");
        }
        return result.server() + ": of " + Fidelity.SAMPLES.size()
                + " documents that JSON can spell in several ways, so many come back as they do when sent in JSON: "
                + String.join(", ", formats) + ".";
    }

    void write(ObjectNode into) {
        into.put("server", result.server());
        for (BodyFormat format : Fidelity.FORMATS) {
            Fidelity.BulkOutcome bulk = bulk(format);
            ObjectNode one = into.putObject(format.id());
            one.putObject("bulk")
                    .put("sent", bulk.sent())
                    .put("stored", bulk.stored())
                    .put("found_as_sent", bulk.asSent())
                    .put("error", bulk.error());
            for (Fidelity.Route route : Fidelity.Route.values()) {
                one.put("as_json_" + route.name().toLowerCase(Locale.ROOT), result.asJson(format, route));
            }
            ObjectNode texts = one.putObject("searched");
            for (int i = 0; i < Fidelity.SAMPLES.size(); i++) {
                texts.put(Fidelity.SAMPLES.get(i).name(), result.searched(format, i));
            }
        }
    }

    private Fidelity.BulkOutcome bulk(BodyFormat format) {
        return result.bulks().getOrDefault(format, new Fidelity.BulkOutcome(0, 0, 0, "not tried"));
    }

    private static List<String> head(String first) {
        List<String> head = new ArrayList<>(List.of(first));
        Fidelity.FORMATS.stream().map(BodyFormat::id).forEach(head::add);
        return head;
    }

    private static String shown(String text, String sent) {
        return text.equals(sent) ? AS_SENT : cut(text);
    }

    private static String cut(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() > WIDTH ? line.substring(0, WIDTH) + " ..." : line;
    }
}
