package io.sluice.dist;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One attack: the requests to send, and texts that must not come back, in addition to those that never may.
 *
 * @param name the entry's name, with the value it was made for
 * @param covers the clauses that it tries to circumvent
 * @param listener to attack; empty for the layout's own
 * @param layouts the layouts that it is meant for
 * @param steps in order; one that needs something an earlier answer did not hold ends the attack
 * @param forbidden texts that only a successful escape brings into a response
 * @param values of the entry's own placeholders
 */
record EscapeAttack(
        String name,
        List<String> covers,
        String listener,
        Set<EscapeLayout> layouts,
        List<EscapeStep> steps,
        List<String> forbidden,
        Map<String, String> values) {}
