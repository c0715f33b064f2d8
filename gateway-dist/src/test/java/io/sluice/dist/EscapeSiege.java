package io.sluice.dist;

import java.util.ArrayList;
import java.util.List;

/** Runs many attacks one after the other on the same world, and reports which escaped. For one thread. */
final class EscapeSiege {

    private static final boolean PROGRESS = Boolean.getBoolean("sluice.escape.verbose");

    /** Read-only attacks are checked together. */
    private static final int BETWEEN_LOOKS = 40;

    private final EscapeRun run;
    private final EscapeWorld world;
    private int sinceLook;

    EscapeSiege(EscapeRun run, EscapeWorld world) {
        this.run = run;
        this.world = world;
    }

    /** One finding per attack that saw or changed forbidden data, with its requests and their results. */
    List<String> findingsOf(List<EscapeAttack> attacks) throws Exception {
        List<String> findings = new ArrayList<>();
        for (EscapeAttack attack : attacks) {
            List<String> problems = new ArrayList<>();
            EscapeAnswer answer = run.make(attack, problems);
            look(attack, problems);
            if (run.tellsVictims(attack)) {
                problems.addAll(run.differences(attack, answer));
                look(attack, problems);
            }
            if (!problems.isEmpty()) {
                findings.add(attack.name() + "\n  " + String.join("\n  ", problems));
                if (PROGRESS) {
                    System.out.println("# " + findings.getLast());
                }
            }
        }
        sinceLook = BETWEEN_LOOKS;
        List<String> late = new ArrayList<>();
        lookAround(late);
        late.forEach(change -> findings.add("one of the last attacks " + change));
        return findings;
    }

    private void look(EscapeAttack attack, List<String> problems) throws Exception {
        if (EscapeRun.onlyAsks(attack) && ++sinceLook < BETWEEN_LOOKS) {
            return;
        }
        lookAround(problems);
    }

    private void lookAround(List<String> problems) throws Exception {
        sinceLook = 0;
        String changes = world.changes();
        if (!changes.isEmpty()) {
            problems.add("changes " + changes);
            world.reset();
        }
        world.restoreOwn();
    }
}
