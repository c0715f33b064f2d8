package io.sluice.dist;

import java.util.List;
import java.util.Map;

/**
 * One request of an attack, as it stands in the corpus: texts with placeholders {@code @name@} or {@code @name|change@}.
 *
 * @param actor who sends it: the attacker, the other tenant, or the operator past the gateway
 * @param send method and target, and after a further space the body where it is short; empty for a raw request
 * @param headers lines of the head beside those that every request has
 * @param body its text
 * @param encoding how the body becomes bytes: {@code plain}, {@code base64} where the text is that, or a name of {@link EscapeEncoding}
 * @param raw the whole request, lines joined by CRLF; empty unless the head itself is the attack
 * @param takes what later steps need: name to JSON pointer in the answer
 * @param statuses that the answer may have; any where empty
 * @param finds texts that the answer must hold
 * @param absent texts that it must not hold, in lower case
 */
record EscapeStep(
        Actor actor,
        String send,
        List<String> headers,
        String body,
        String encoding,
        String raw,
        Map<String, String> takes,
        List<Integer> statuses,
        List<String> finds,
        List<String> absent) {

    enum Actor {
        ATTACKER,
        OTHER,
        OPERATOR
    }
}
