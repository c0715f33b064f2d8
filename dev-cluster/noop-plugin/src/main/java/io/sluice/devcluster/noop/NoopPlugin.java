package io.sluice.devcluster.noop;

import java.util.List;
import org.elasticsearch.action.support.ActionFilter;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Answers bulks and searches of the indices {@code noop*} without doing them. Requests and answers are read and written by the server's own
 * code, over REST and transport alike: only the work between is left out.
 */
public final class NoopPlugin extends Plugin implements ActionPlugin {

    @Override
    public List<ActionFilter> getActionFilters() {
        return List.of(new NoopFilter());
    }
}
