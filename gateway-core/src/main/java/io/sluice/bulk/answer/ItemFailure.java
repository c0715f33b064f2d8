package io.sluice.bulk.answer;

/**
 * Why items of a bulk failed in the gateway, as stated in their results.
 *
 * @param status of the items, an HTTP status
 * @param type the error's type: {@code sluice_not_executed}
 * @param reason the error's reason, for people
 * @param typed whether results carry {@code _type}, as those of Elasticsearch 7 do
 */
public record ItemFailure(int status, String type, String reason, boolean typed) {

    public ItemFailure {
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("no status of a failure: " + status);
        }
    }
}
