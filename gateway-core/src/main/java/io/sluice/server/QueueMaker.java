package io.sluice.server;

import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.api.queue.RecordQueue;
import io.sluice.config.ConfigException;
import io.sluice.config.GatewayConfig;
import io.sluice.config.Place;
import io.sluice.config.Problem;
import io.sluice.config.QueueConfig;
import io.sluice.metrics.QueueMeters;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.HostQueueContext;
import io.sluice.plugin.PluginType;
import io.sluice.plugin.QueueUnavailableException;
import io.sluice.plugin.Shared;
import io.sluice.queue.IngestQueue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens the queues of one {@link Generation}, and keeps those that are open. For one thread, off the event loops; blocks. */
final class QueueMaker {
    private final ProcessParts process;
    private final GatewayConfig config;
    private final FilterRegistry registry;
    private final Map<String, Shared<OpenQueue>> before;

    /** @param before what did not change stays open; null if there is none */
    QueueMaker(ProcessParts process, GatewayConfig config, FilterRegistry registry, @Nullable Generation before) {
        this.process = process;
        this.config = config;
        this.registry = registry;
        this.before = before == null ? Map.of() : before.parts().queues();
    }

    /**
     * The queues by name.
     *
     * @param leases gets what gives them back
     * @throws ConfigException if the configuration of one cannot work, or what is open cannot be closed or changed
     * @throws QueueUnavailableException if one cannot be opened now
     */
    Map<String, Shared<OpenQueue>> make(Leases leases) throws ConfigException, QueueUnavailableException {
        List<Problem> problems = problems();
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        Map<String, Shared<OpenQueue>> made = new LinkedHashMap<>();
        for (Map.Entry<String, QueueConfig> entry : config.queues().entrySet()) {
            String name = entry.getKey();
            Shared<OpenQueue> known = before.get(name);
            Shared<OpenQueue> queue = known == null ? open(name, entry.getValue()) : known.retain();
            leases.add(queue::release);
            made.put(name, queue);
        }
        return made;
    }

    /** Why the queues cannot be as the configuration has them. Opens none. */
    List<Problem> problems() {
        List<Problem> problems = new ArrayList<>(registry.queueEngines().unlikeCopies(config));
        before.forEach((name, open) -> {
            QueueConfig wanted = config.queues().get(name);
            if (wanted == null) {
                String held = held(name, open.value().queue());
                if (held != null) {
                    problems.add(new Problem(Place.inCode("queues." + name), held));
                }
                return;
            }
            String obstacle = open.value().obstacle(wanted, registry.queue(wanted.engine()));
            if (obstacle != null) {
                problems.add(new Problem(wanted.place(), obstacle));
            }
        });
        return problems;
    }

    /** Why a queue cannot be removed; null if it can. */
    private static @Nullable String held(String name, IngestQueue queue) {
        // Looked at first: what is sent from a drained queue may become a dead letter, never the other way round.
        if (!queue.isDrained()) {
            String failure = queue.report().records().failure();
            return failure == null
                    ? "a queue that takes writes, or holds some, cannot be removed; drain it first: sluice queue drain "
                            + name
                    : "a queue of which nobody knows what it holds cannot be removed: " + failure;
        }
        long letters = queue.deadLetters();
        return letters == 0
                ? null
                : "a queue with dead letters (" + letters
                        + ") cannot be removed; replay them before it is drained, or drop"
                        + " them: sluice queue purge " + name;
    }

    private Shared<OpenQueue> open(String name, QueueConfig wanted) throws ConfigException, QueueUnavailableException {
        RecordQueue records = openEngine(name, wanted);
        RecordQueue dead;
        try {
            dead = openEngine(name + "/dead", wanted);
        } catch (ConfigException | QueueUnavailableException e) {
            records.close();
            throw e;
        }
        QueueMeters meters = process.metrics().queue(name);
        var around = new IngestQueue.Surroundings(
                process.loops().all(), process.bulks().random(), process.clock());
        IngestQueue queue = new IngestQueue(name, new IngestQueue.Engines(records, dead), around, meters);
        PluginType<?> engine = registry.queue(wanted.engine());
        return new Shared<>(
                new OpenQueue(queue, wanted, engine), open -> open.queue().close());
    }

    private RecordQueue openEngine(String name, QueueConfig wanted) throws ConfigException, QueueUnavailableException {
        var context = new HostQueueContext(name, process.directory(), process.clock(), PooledByteBufAllocator.DEFAULT);
        return registry.queueEngines().open(wanted, context);
    }
}
