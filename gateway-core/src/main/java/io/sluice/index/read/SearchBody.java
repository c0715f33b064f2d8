package io.sluice.index.read;

import io.sluice.index.call.Call;
import org.jspecify.annotations.Nullable;

/** Writes searches for ranges of sequence numbers. Immutable. */
final class SearchBody {
    /** A parameter of searches that pass no pipeline. Servers without pipelines do not know it. */
    static final String NO_PIPELINE = "search_pipeline=_none";

    /** What servers made of texts for semantic searches would come too; documents have the texts. */
    private static final String WITH_VECTORS = "{\"exclude_vectors\":false,\"excludes\":[\"_inference_fields\"]}";

    private final boolean withSource;
    private final boolean vectorsLeftOut;

    SearchBody(ReadTerms terms) {
        this.withSource = terms.form() != SourceForm.NONE;
        // From then on sources are shown without vectors unless they are asked for.
        this.vectorsLeftOut = terms.server().elasticsearchSince(9, 2);
    }

    /** The hits with numbers after the first and up to the second, in their order. */
    String range(long after, long upTo, int size, @Nullable String context) {
        StringBuilder body = new StringBuilder("{\"size\":").append(size);
        body.append(",\"query\":{\"range\":{\"_seq_no\":{\"gt\":").append(after);
        body.append(",\"lte\":").append(upTo);
        // Counted as far as hits are wanted, so that an answer that lacks some shows it.
        return end(body.append("}}},\"track_total_hits\":").append(size), "asc", context);
    }

    /** All hits with numbers after this one, in their order; a scroll must count them. */
    String scroll(long after, int size) {
        StringBuilder body = new StringBuilder("{\"size\":").append(size);
        body.append(",\"query\":{\"range\":{\"_seq_no\":{\"gt\":").append(after);
        return end(body.append("}}}"), "asc", null);
    }

    /** The hit with the highest number. */
    String last(String context) {
        return end(new StringBuilder("{\"size\":1,\"track_total_hits\":1"), "desc", context);
    }

    private String end(StringBuilder body, String order, @Nullable String context) {
        // An index without any mapping has no such field either.
        body.append(",\"sort\":[{\"_seq_no\":{\"order\":\"").append(order).append("\",\"unmapped_type\":\"long\"}}]");
        body.append(",\"version\":true,\"seq_no_primary_term\":true,\"_source\":");
        body.append(withSource && vectorsLeftOut ? WITH_VECTORS : Boolean.toString(withSource));
        if (context != null) {
            body.append(",\"pit\":{\"id\":\"").append(context).append("\",\"keep_alive\":\"");
            body.append(SliceReader.KEEP_ALIVE).append("\"}");
        }
        return body.append('}').toString();
    }

    /** Where one shard of an index is searched past its search pipeline, without its beginning. */
    static String searched(IndexDescription index, int shard) {
        return preference(index, shard) + (index.hasSearchPipeline() ? "&" + NO_PIPELINE : "");
    }

    /** Which copies of one shard of an index are asked, without its beginning. */
    static String preference(IndexDescription index, int shard) {
        String only = index.replicatesSegments() ? "|_primary" : "";
        return "preference=" + Call.encode("_shards:" + shard + only);
    }
}
