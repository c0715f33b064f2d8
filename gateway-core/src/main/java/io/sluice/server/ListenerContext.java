package io.sluice.server;

import io.sluice.api.CidrBlock;
import io.sluice.config.ListenerTimeouts;
import io.sluice.exchange.ClientPort;
import io.sluice.exchange.HttpExchange;
import io.sluice.exchange.IncomingRequest;
import io.sluice.failure.Failure;
import java.util.List;

/** What a client's connection needs of its listener. Safe from any event loop. */
interface ListenerContext {

    String name();

    List<CidrBlock> trustedProxies();

    ListenerTimeouts timeouts();

    long bodyTimeoutNanos();

    long maxBodyBytes();

    HeadCheck headCheck();

    Admission admission();

    /** Whether the gateway is stopping. */
    boolean stopping();

    /** Makes the exchange of a request that was let in. */
    HttpExchange exchange(ClientPort client, IncomingRequest incoming);

    /** Counts a request that was refused before it became an exchange. */
    void refused(Failure failure);

    /** Reports an unexpected exception and what ended because of it. */
    void threw(String what, Throwable thrown);

    void opened(ClientConnection connection);

    void closed(ClientConnection connection);

    /** The time, for answers that do not say when they were made. */
    DateField date();
}
