package io.sluice.json;

import io.sluice.api.Reply;

/**
 * Why a text was refused.
 *
 * @param status 400 if the text is not JSON, 413 if it exceeds a limit
 * @param reason what is wrong
 * @param line from 1, counted by line feeds
 * @param column from 1, in bytes
 * @param end whether the text ended too early
 */
public record JsonFailure(int status, String reason, int line, long column, boolean end) {

    /** The answer to the client, in Elasticsearch's shape. */
    public Reply reply(BodySide side) {
        String type = end ? "json_e_o_f_exception" : "json_parse_exception";
        return side.refusal(status, type, "[" + line + ":" + column + "] " + reason);
    }
}
