package io.sluice.bench.proxy;

import java.net.InetSocketAddress;

/** A process somebody else has started, known by its address and pid; closing leaves it running. */
record RunningSubject(String name, InetSocketAddress address, ProcessHandle process) implements Subject {
    @Override
    public void close() {}
}
