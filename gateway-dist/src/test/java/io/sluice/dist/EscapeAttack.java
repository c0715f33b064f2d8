package io.sluice.dist;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One attack: what is sent, step by step, and what must not come back beside what never must.
 *
 * @param name the entry's name, with the value it was made for
 * @param covers the clauses that it tries to get around
 * @param listener which it is made at, empty for the layout's own
 * @param layouts the layouts that it is meant for
 * @param steps in order; one that needs something an earlier answer did not hold ends the attack
 * @param forbidden texts that only a way out brings into an answer
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
