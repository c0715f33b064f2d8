package io.sluice.devcluster.elasticsearch7;

import java.util.List;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.plugins.Plugin;

/** Takes {@code index.soft_deletes.retention_lease.sync_interval}, which the server knows and lets nobody but its own tests set. */
public final class TestSettingsPlugin extends Plugin {

    @Override
    public List<Setting<?>> getSettings() {
        return List.of(IndexService.RETENTION_LEASE_SYNC_INTERVAL_SETTING);
    }
}
