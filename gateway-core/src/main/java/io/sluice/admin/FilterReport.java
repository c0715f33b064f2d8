package io.sluice.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.FilterFactory;
import io.sluice.plugin.FilterInstance;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.Plugin;
import io.sluice.plugin.PluginType;
import io.sluice.server.Gateway;

/** The page {@code /filters}: the plugins with their jars, and the filters in use. */
final class FilterReport {
    private final Gateway gateway;

    FilterReport(Gateway gateway) {
        this.gateway = gateway;
    }

    ObjectNode report() {
        FilterRegistry registry = gateway.registry();
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        ArrayNode plugins = report.putArray("plugins");
        for (Plugin plugin : registry.plugins()) {
            ObjectNode row = plugins.addObject();
            row.put("name", plugin.name());
            ArrayNode types = row.putArray("types");
            plugin.types().forEach(types::add);
            ArrayNode routers = row.putArray("routers");
            plugin.routers().forEach(routers::add);
            ArrayNode queues = row.putArray("queues");
            plugin.queues().forEach(queues::add);
            ArrayNode jars = row.putArray("jars");
            for (Plugin.Jar jar : plugin.jars()) {
                jars.addObject()
                        .put("file", jar.file().getFileName().toString())
                        .put("sha256", jar.sha256());
            }
        }
        ArrayNode filters = report.putArray("filters");
        for (FilterInstance filter : gateway.filters()) {
            PluginType<FilterFactory<?>> type = registry.type(filter.type());
            filters.addObject()
                    .put("name", filter.name())
                    .put("type", filter.type())
                    .put("source", type == null ? null : type.source());
        }
        return report;
    }
}
