package io.sluice.plugin;

import io.sluice.api.QueueFactory;
import io.sluice.api.queue.QueueContext;
import io.sluice.api.queue.RecordQueue;
import io.sluice.config.ConfigException;
import io.sluice.config.GatewayConfig;
import io.sluice.config.Problem;
import io.sluice.config.QueueConfig;
import io.sluice.failure.FileFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Opens queues with the engines of a registry, and looks whether they could be opened. Immutable. */
public final class QueueEngines {
    private final Map<String, PluginType<QueueFactory<?>>> types;

    QueueEngines(Map<String, PluginType<QueueFactory<?>>> types) {
        this.types = types;
    }

    /**
     * Opens a queue. Blocks for as long as its engine needs to read what it holds.
     *
     * @return the caller closes it before the registry
     * @throws ConfigException if the configuration cannot work or the engine has a bug
     * @throws QueueUnavailableException if the queue cannot be used now
     */
    public RecordQueue open(QueueConfig queue, QueueContext context) throws ConfigException, QueueUnavailableException {
        QueueFactory<?> factory = factory(queue);
        try {
            return FilterRegistry.makeOrFail(factory, queue.place(), "queue", () -> open(factory, queue, context));
        } catch (IOException e) {
            throw new QueueUnavailableException(new Problem(queue.place(), FileFailure.describe(e)), e);
        }
    }

    private static <C extends Record> RecordQueue open(QueueFactory<C> factory, QueueConfig queue, QueueContext context)
            throws IOException {
        return factory.open(factory.configType().cast(queue.config()), context);
    }

    /** Why a queue could not be opened on this machine, as far as its engine can tell without opening it. */
    public List<Problem> problems(QueueConfig queue, QueueContext context) {
        QueueFactory<?> factory = factory(queue);
        try {
            FilterRegistry.makeOrFail(factory, queue.place(), "queue", () -> check(factory, queue, context));
            return List.of();
        } catch (ConfigException e) {
            return e.problems();
        } catch (IOException e) {
            return List.of(new Problem(queue.place(), FileFailure.describe(e)));
        }
    }

    private static <C extends Record> boolean check(QueueFactory<C> factory, QueueConfig queue, QueueContext context)
            throws IOException {
        factory.check(factory.configType().cast(queue.config()), context);
        return true;
    }

    /** The queues whose copies have other lanes. A lane of one is the same lane of the other, so that a document's order is the same. */
    public List<Problem> unlikeCopies(GatewayConfig config) {
        List<Problem> problems = new ArrayList<>();
        config.queues().forEach((name, queue) -> {
            for (String copy : queue.copies()) {
                if (lanes(Objects.requireNonNull(config.queues().get(copy), copy)) != lanes(queue)) {
                    problems.add(new Problem(
                            queue.place(),
                            "queue " + name + " and its copy " + copy + " need the same number of lanes"));
                }
            }
        });
        return problems;
    }

    private int lanes(QueueConfig queue) {
        return lanes(factory(queue), queue);
    }

    private static <C extends Record> int lanes(QueueFactory<C> factory, QueueConfig queue) {
        return factory.lanes(factory.configType().cast(queue.config()));
    }

    private QueueFactory<?> factory(QueueConfig queue) {
        return Objects.requireNonNull(types.get(queue.engine()), queue.engine()).factory();
    }
}
