package io.sluice.plugins.kafkaqueue;

import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client with which a queue's topic and group are looked at. It can be replaced, as one whose own thread ended answers nothing. Safe from any thread. */
final class Admins implements Supplier<Admin>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Admins.class);

    private final Supplier<Admin> make;
    private Admin current;
    private boolean closed;

    /** @param make makes a client; what it throws at first, this throws */
    Admins(Supplier<Admin> make) {
        this.make = make;
        this.current = make.get();
    }

    @Override
    public synchronized Admin get() {
        return current;
    }

    /** Puts another client in the place of the one that is there, which stays if none can be made. */
    void replace() {
        Admin old;
        synchronized (this) {
            if (closed) {
                return;
            }
            old = current;
            try {
                current = make.get();
            } catch (RuntimeException | Error e) {
                LOG.atWarn().setCause(e).log("no other client of Kafka could be made");
                return;
            }
        }
        old.close(Duration.ZERO);
    }

    @Override
    public void close() {
        Admin last;
        synchronized (this) {
            closed = true;
            last = current;
        }
        last.close(Duration.ofSeconds(1));
    }
}
