package io.sluice.filters.jsonedit;

import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;

/** Makes {@code json-edit} filters. */
public final class JsonEditFactory implements FilterFactory<JsonEditConfig> {

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "json-edit";
    }

    @Override
    public String description() {
        return "sets, removes, replaces and renames parts of JSON bodies by path";
    }

    @Override
    public Class<JsonEditConfig> configType() {
        return JsonEditConfig.class;
    }

    @Override
    public Filter create(JsonEditConfig config, FilterContext context) {
        return new JsonEditFilter(config);
    }
}
