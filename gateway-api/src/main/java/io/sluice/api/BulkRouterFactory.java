package io.sluice.api;

/**
 * Makes the routers of one type, which a flow's {@code relay.bulk.groupBy} names; what stands under {@code relay.bulk.config} is
 * theirs.
 *
 * @param <C> the record that the YAML under {@code config} is bound to
 */
public non-sealed interface BulkRouterFactory<C extends Record> extends PluginFactory<C> {

    /**
     * Makes one router. Runs off the event loops and may block, for instance to read a file.
     *
     * @throws IllegalArgumentException if the configuration cannot work; its message is shown to the operator beside the place in
     *     the file
     * @throws java.io.IOException if something that the router needs cannot be read
     */
    BulkRouter create(C config, RouterContext context) throws java.io.IOException;
}
