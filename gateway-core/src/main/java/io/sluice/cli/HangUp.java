package io.sluice.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signal SIGHUP. The JDK has one class for signals, {@code sun.misc.Signal}, exported to all by the module {@code jdk.unsupported};
 * javac warns of each use and has no option against that, hence the reflection.
 */
final class HangUp {
    private static final Logger LOG = LoggerFactory.getLogger(HangUp.class);

    private HangUp() {}

    /**
     * Runs a task at each signal from now on, on a thread of its own; several signals during one run make one more run. Where the JVM
     * does not hand out signals, as with {@code -Xrs}, the log says so.
     */
    static void onSignal(Runnable task) {
        Pending pending = new Pending(task);
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object told = Proxy.newProxyInstance(
                    handler.getClassLoader(),
                    new Class<?>[] {handler},
                    (proxy, method, arguments) -> pending.answer(proxy, method, arguments));
            Object before = signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), told);
            if (handler.getField("SIG_IGN").get(null).equals(before)) {
                LOG.warn("SIGHUP does not reload the configuration, as this process was started to ignore it (nohup)");
            }
        } catch (ReflectiveOperationException e) {
            Throwable cause = e instanceof InvocationTargetException wrapped ? wrapped.getCause() : e;
            LOG.atWarn().addKeyValue("problem", cause).log("SIGHUP does not reload the configuration");
        }
    }

    /** Runs that are asked for. */
    private static final class Pending {
        private final Runnable task;
        private final AtomicBoolean wanted = new AtomicBoolean();
        private final Executor thread = Executors.newSingleThreadExecutor(run -> {
            Thread thread = new Thread(run, "sluice-reload");
            thread.setDaemon(true);
            return thread;
        });

        Pending(Runnable task) {
            this.task = task;
        }

        Object answer(Object proxy, Method method, Object[] arguments) {
            return switch (method.getName()) {
                case "hashCode" -> System.identityHashCode(proxy);
                case "equals" -> System.identityHashCode(proxy) == System.identityHashCode(arguments[0]);
                case "toString" -> "the handler of SIGHUP";
                default -> {
                    signalled();
                    yield proxy;
                }
            };
        }

        private void signalled() {
            if (wanted.compareAndSet(false, true)) {
                thread.execute(() -> {
                    wanted.set(false);
                    task.run();
                });
            }
        }
    }
}
