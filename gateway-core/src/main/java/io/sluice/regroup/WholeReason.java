package io.sluice.regroup;

import java.util.Locale;

/** Why a bulk is relayed to one node as it is. */
public enum WholeReason {
    /** It is shorter than {@code minBytes}. */
    SHORT,
    /** It has fewer items than {@code minItems}. */
    FEW_ITEMS,
    /** It is not newline-delimited JSON: CBOR or SMILE. */
    FORMAT,
    /** Its content encoding is neither gzip nor identity. */
    ENCODING,
    /** The client wants an answer in a form that only the server can give. */
    ANSWER_FORM,
    /** A filter chose another cluster than the one its flow relays to. */
    CHOSEN_CLUSTER,
    /**
     * Its URL says something twice, contradicts itself, or has an unusual path or parameter: the server says what it thinks of that.
     */
    URL,
    /** It names an index that the view does not know, which might be another name of one that it does know. */
    UNKNOWN_NAME;

    private final String tag = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** The name in metrics and logs, in kebab-case. */
    public String tag() {
        return tag;
    }
}
