package io.sluice.json;

import io.sluice.api.Reply;

/**
 * Why a text was refused.
 *
 * @param status 400 for what is not JSON, 413 for a limit
 * @param reason what is wrong
 * @param line from 1, counted by line feeds
 * @param column from 1, in bytes
 */
public record JsonFailure(int status, String reason, int line, long column) {

    /** The answer to the client, in Elasticsearch's shape. */
    public Reply reply(BodySide side) {
        return side.refusal(status, "[" + line + ":" + column + "] " + reason);
    }
}
