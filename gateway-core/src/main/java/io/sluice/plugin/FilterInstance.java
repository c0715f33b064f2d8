package io.sluice.plugin;

import io.sluice.api.Filter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A filter at its place in the configuration, with its context. */
public final class FilterInstance implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FilterInstance.class);

    private final FilterIdentity identity;
    private final Filter filter;
    private final HostFilterContext context;

    FilterInstance(FilterIdentity identity, Filter filter, HostFilterContext context) {
        this.identity = identity;
        this.filter = filter;
        this.context = context;
    }

    /** The filter's place, as in {@code flows.ingest.filters[0]}. */
    public String name() {
        return context.name();
    }

    public String type() {
        return identity.type().name();
    }

    /** What it was made of. */
    FilterIdentity identity() {
        return identity;
    }

    public Filter filter() {
        return filter;
    }

    /** Whether the files that are part of its configuration have the same content as when it was made. Reads them. */
    public boolean hasSameFiles() {
        return identity.contents().areStill();
    }

    /** Closes the filter and ends its repeated tasks; to be called once, off the event loops. Exceptions of the filter are logged. */
    @Override
    public void close() {
        context.close();
        try {
            filter.close();
        } catch (RuntimeException | LinkageError e) {
            LOG.atWarn().addKeyValue("filter", name()).setCause(e).log("a filter could not be closed");
        }
    }
}
