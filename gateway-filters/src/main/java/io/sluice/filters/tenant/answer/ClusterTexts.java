package io.sluice.filters.tenant.answer;

import java.util.List;
import java.util.regex.Pattern;

/** Server error texts that reveal the load of all its users. */
final class ClusterTexts {

    /** The text that replaces them. */
    static final String INSTEAD = "the cluster is too busy or too full for this";

    /** The text that replaces one about the tenant field. */
    static final String OF_THE_GATEWAY = "this concerns a field that is reserved for the gateway";

    /** The text that replaces one about a part of an index. */
    static final String OF_A_PART = "this does not work in a part of the index";

    /** Of texts that name a part of an index, with the number of its documents, and the machine that wrote it. */
    private static final List<String> PARTS = List.of("LeafReader(", "SegmentReader(", "diagnostics={");

    private static final List<String> MARKS = List.of(
            "maximum normal shards open",
            "maximum shards open",
            "maximum frozen shards open",
            "Trying to create too many scroll contexts",
            "Trying to create too many Point In Time contexts",
            "ThreadPoolExecutor[",
            "Data too large",
            "coordinating_operation_bytes",
            "coordinating_and_primary_bytes",
            "replica_bytes=",
            "disk usage exceeded",
            "admission controller rejected the request",
            "is already contended",
            "flood-stage watermark");

    /** Where texts quote what belongs to the whole cluster or to the gateway there. */
    private static final List<Quotation> QUOTATIONS = List.of(
            new Quotation("", " and [action.auto_create_index]"),
            new Quotation("", " and composable template ["),
            new Quotation("", ", found duplicated alias ["),
            new Quotation(" is unauthorized", " for "),
            new Quotation("", " and User [name="),
            new Quotation(" authenticate", " user ["),
            new Quotation(" authenticate", " service account ["));

    /** The name and address of a node, which stand before what failed there; with a colon behind it it would be the id of a document. */
    private static final Pattern NODE =
            Pattern.compile("\\[[^\\[\\]]*]\\[(?:\\d{1,3}(?:\\.\\d{1,3}){3}|\\[[0-9a-fA-F:.%]+]):\\d+](?=[\\[ ])");

    /**
     * What a text names from here on are settings and templates of the whole cluster, with others' indices and aliases, or the user with whom the
     * gateway speaks to it.
     *
     * @param before stands before it and is kept
     * @param beginning what is left out begins with it, and goes up to the text's end
     */
    private record Quotation(String before, String beginning) {
        String cut(String text) {
            int at = text.indexOf(before + beginning);
            return at < 0 ? text : text.substring(0, at + before.length());
        }
    }

    private ClusterTexts() {}

    /** The text without nodes' names, what it quotes of the whole cluster, and the gateway's own user there. */
    static String withoutOthers(String text) {
        String kept = text;
        for (Quotation quotation : QUOTATIONS) {
            kept = quotation.cut(kept);
        }
        return kept.contains("][") ? NODE.matcher(kept).replaceAll("") : kept;
    }

    /** Whether the text describes a part of an index, which holds the documents of all tenants. */
    static boolean describesAPart(String text) {
        return PARTS.stream().anyMatch(text::contains);
    }

    /** Whether the text reveals shards, tasks, open searches or memory of the whole cluster. */
    static boolean tellsOfOthers(String text) {
        for (String mark : MARKS) {
            if (text.contains(mark)) {
                return true;
            }
        }
        return false;
    }
}
