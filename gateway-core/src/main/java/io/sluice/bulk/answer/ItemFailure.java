package io.sluice.bulk.answer;

/**
 * Why items of a bulk failed in the gateway, as stated in their results.
 *
 * @param status of the items, an HTTP status
 * @param type the error's type: {@code sluice_not_executed}, {@code sluice_outcome_unknown},
 *     {@code sluice_part_refused}, {@code sluice_part_not_taken}, or a server's
 * @param reason the error's reason, for people
 * @param typed whether results carry {@code _type}, as those of Elasticsearch 7 do
 */
public record ItemFailure(int status, String type, String reason, boolean typed) {

    private static final String OUTCOME_UNKNOWN = "sluice_outcome_unknown";
    static final String PART_REFUSED = "sluice_part_refused";
    static final String PART_NOT_TAKEN = "sluice_part_not_taken";

    public ItemFailure {
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("no status of a failure: " + status);
        }
    }

    /**
     * Items that may be stored or not.
     *
     * @param reason why that is not known
     * @param typed whether results carry {@code _type}
     */
    public static ItemFailure unknown(String reason, boolean typed) {
        return new ItemFailure(504, OUTCOME_UNKNOWN, reason + "; the item may be stored", typed);
    }

    /**
     * The same, but marked as said of the items' whole part of a bulk; see {@link ItemResult#isOfPart}. Not for items
     * of which nobody knows whether they are stored.
     */
    public ItemFailure ofPart() {
        return new ItemFailure(status, PART_NOT_TAKEN, type + ": " + reason, typed);
    }

    /** As {@link #ofPart}, and it may be said for one of the items; see {@link ItemResult#partRefused}. */
    public ItemFailure ofRefusedPart() {
        return new ItemFailure(status, PART_REFUSED, type + ": " + reason, typed);
    }

    /** Whether the items may be stored. */
    public boolean mayHaveRun() {
        return type.equals(OUTCOME_UNKNOWN);
    }
}
