package io.sluice.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.admin.Page.Kind;
import io.sluice.api.Reply;
import io.sluice.api.RequestTarget;
import io.sluice.api.TenantPlaces;
import io.sluice.plugin.FilterInstance;
import io.sluice.server.Gateway;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The page {@code /tenants} and the pages of each tenant below it. Safe from any thread. */
final class TenantPages {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int PATH = 3;
    private static final Set<String> TO_A_PLACE = Set.of("open", "move");

    private final Gateway gateway;

    TenantPages(Gateway gateway) {
        this.gateway = gateway;
    }

    /** The pages below {@code /tenants} for the index, by the form of their path. */
    static Map<String, String> index() {
        Map<String, String> index = new LinkedHashMap<>();
        index.put(
                "/tenants/NAME/close",
                "POST: refuses a tenant's requests; ?table= if there are several tables of places");
        index.put("/tenants/NAME/open", "POST: takes a tenant's requests, in the place ?place=");
        index.put("/tenants/NAME/move", "POST: brings a tenant to the place ?place= while it is used");
        index.put("/tenants/NAME/back", "POST: brings a tenant back to where it was");
        index.put("/tenants/NAME/finish", "POST: ends a move; there is no way back then");
        return index;
    }

    /** What all tables of places say. */
    Reply report() throws JsonProcessingException {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        ArrayNode list = report.putArray("tables");
        try {
            for (Map.Entry<String, TenantPlaces> table : tables().entrySet()) {
                ObjectNode row = MAPPER.valueToTree(table.getValue().report());
                list.add(row.put("table", table.getKey()));
            }
        } catch (IOException e) {
            return unavailable(e);
        }
        return Page.json(report);
    }

    /** The names of all tables, without a look at what they say. */
    Set<String> names() {
        return tables().keySet();
    }

    private Map<String, TenantPlaces> tables() {
        Map<String, TenantPlaces> tables = new LinkedHashMap<>();
        for (FilterInstance instance : gateway.filters()) {
            if (instance.filter() instanceof TenantPlaces places) {
                String name = places.table();
                if (name != null) {
                    tables.putIfAbsent(name, places);
                }
            }
        }
        return tables;
    }

    private static Reply unavailable(IOException problem) {
        return Reply.error(503, "sluice_places_unknown", String.valueOf(problem.getMessage()));
    }

    /** The page of a tenant that a target names; null if there is none. */
    @Nullable Page find(RequestTarget target) {
        List<String> path = target.rawSegments();
        if (path.size() != PATH || !path.getFirst().equals("tenants")) {
            return null;
        }
        String what = path.get(2);
        String description = index().get("/tenants/NAME/" + what);
        if (description == null) {
            return null;
        }
        Set<String> parameters = TO_A_PLACE.contains(what) ? Set.of("table", "place") : Set.of("table");
        return new Page(description, Kind.LONG_CHANGE, parameters, accept -> changed(path.get(1), what, target));
    }

    private Reply changed(String tenant, String what, RequestTarget target) throws JsonProcessingException {
        try {
            TenantPlaces places = chosen(target.parameter("table"));
            carryOut(places, tenant, what, target.parameter("place"));
            ObjectNode report = MAPPER.valueToTree(places.report());
            return Page.json(report.put("table", places.table()));
        } catch (IllegalArgumentException e) {
            return Reply.error(400, "illegal_argument_exception", String.valueOf(e.getMessage()));
        } catch (IllegalStateException e) {
            return Reply.error(409, "illegal_state_exception", String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return unavailable(e);
        }
    }

    private static void carryOut(TenantPlaces places, String tenant, String what, @Nullable String place)
            throws IOException {
        switch (what) {
            case "close" -> places.close(tenant);
            case "open" -> places.open(tenant, place);
            case "move" -> {
                if (place == null) {
                    throw new IllegalArgumentException("name the place with ?place=");
                }
                places.move(tenant, place);
            }
            case "back" -> places.back(tenant);
            default -> places.finish(tenant);
        }
    }

    private TenantPlaces chosen(@Nullable String table) {
        Map<String, TenantPlaces> tables = tables();
        if (tables.isEmpty()) {
            throw new IllegalArgumentException("no filter of this gateway has a table of places in an index");
        }
        if (table == null && tables.size() > 1) {
            throw new IllegalArgumentException("there are several tables, name one with ?table=: " + tables.keySet());
        }
        TenantPlaces named = table == null ? tables.values().iterator().next() : tables.get(table);
        if (named == null) {
            throw new IllegalArgumentException("there is no table " + table + ", there are " + tables.keySet());
        }
        return named;
    }
}
