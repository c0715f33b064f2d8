package io.sluice.api.queue;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What parts of an engine fail at and try again, each until it works again. Safe from any thread. */
public final class Troubles {

    private final Map<String, String> byPart = new ConcurrentHashMap<>();

    /**
     * A part failed, and tries again.
     *
     * @param part of the engine's own choice
     * @param what failed, for the operator
     * @return whether no part was known to fail so: the log need not say the same after each try
     */
    public boolean note(String part, String what) {
        boolean news = !byPart.containsValue(what);
        byPart.put(part, what);
        return news;
    }

    /**
     * A part works.
     *
     * @return whether it had failed
     */
    public boolean over(String part) {
        return byPart.remove(part) != null;
    }

    /** What some part fails at; null if all work. */
    public @Nullable String some() {
        return byPart.values().stream().findFirst().orElse(null);
    }
}
