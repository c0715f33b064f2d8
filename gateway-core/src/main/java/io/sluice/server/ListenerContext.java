package io.sluice.server;

import io.sluice.exchange.ClientPort;
import io.sluice.exchange.HttpExchange;
import io.sluice.exchange.IncomingRequest;
import io.sluice.exchange.RequestId;

/** What a client's connection needs of its listener. Safe from any event loop. */
interface ListenerContext {

    String name();

    /** What a request that begins now meets. */
    ListenerTerms terms();

    Admission admission();

    /** Whether each connection ends with its next answer: the gateway is stopping, or the listener {@link #stopped}. */
    boolean stopping();

    /** Whether connections that come now are closed. They are not while the gateway is stopping and still accepts. */
    boolean stopped();

    /** Makes the exchange of a request that was let in. */
    HttpExchange exchange(ListenerTerms terms, ClientPort client, IncomingRequest incoming);

    /** Counts and tells of a request that was refused before it became an exchange. */
    void refused(Refused refused, ListenerTerms terms);

    /** Reports an unexpected exception, what ended because of it, and the request that was under way or would have been the next. */
    void threw(String what, RequestId request, Throwable thrown);

    void opened(ClientConnection connection);

    void closed(ClientConnection connection);

    void opened(MultiplexedConnection connection);

    void closed(MultiplexedConnection connection);

    /** The time, for answers that do not say when they were made. */
    DateField date();
}
