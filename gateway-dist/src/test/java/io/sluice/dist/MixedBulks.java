package io.sluice.dist;

import io.sluice.devcluster.ServerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Draws bulks of mixed operations on few documents, so that operations meet: all kinds of actions, conflicts, missing documents,
 * routing, aliases, data streams, indices that do not exist yet, and items that servers refuse. For one thread.
 */
final class MixedBulks {

    /** The indices, aliases and streams that exist before; {@link MixedBulk#PREFIX} stands before each. */
    static final List<String> NAMES =
            List.of("-three", "-thirty", "-alias", "-keyed", "-required", "-day-2026.01.01", "-stream");

    private static final int IDS = 400;
    private static final int HOT_IDS = 8;
    private static final String DATE_MATH = "@@-day-{2026.01.01||/d{yyyy.MM.dd}}";

    private final Random random;
    private final RandomTexts texts;
    private final boolean scripts;
    private final boolean pipelines;
    private final boolean streams;
    private final String[] ids = new String[IDS];
    private final String[] routings = new String[12];
    private int documents;
    private int bulks;

    MixedBulks(Random random, ServerKind kind) {
        this.random = random;
        this.texts = new RandomTexts(random);
        this.scripts = kind.isOpenSearch();
        // OpenSearch answers items of missing pipelines in an order of its own.
        this.pipelines = !kind.isOpenSearch();
        this.streams = kind != ServerKind.ELASTICSEARCH_7;
        for (int i = 0; i < IDS; i++) {
            // No id that a server draws ends so.
            ids[i] = texts.next() + i + "!";
        }
        for (int i = 0; i < routings.length; i++) {
            // An alias and a URL take a comma for the end of a routing.
            routings[i] = texts.next().replace(',', ';');
        }
    }

    /** The next bulk, of so many items. */
    MixedBulk next(int count) {
        bulks++;
        boolean unknown = bulks % 4 == 3;
        String target = switch (random.nextInt(5)) {
            case 0 -> "/@@-three/_bulk";
            case 1 -> "/@@-thirty/_bulk?routing=" + ServerPlaces.encode(routings[0]);
            default -> "/_bulk";
        };
        List<String> items = new ArrayList<>(count);
        // Unknown names may come anywhere: with the first items, or amid a bulk that is on its way.
        int unknownFrom = unknown ? random.nextInt(count) : count;
        while (items.size() < count) {
            items.add(item(!target.equals("/_bulk"), items.size() >= unknownFrom));
        }
        return new MixedBulk(target, items, unknown);
    }

    private String item(boolean mayOmitIndex, boolean unknown) {
        String index = index(mayOmitIndex, unknown);
        if (index.equals("-stream")) {
            return streamItem();
        }
        StringBuilder keys = new StringBuilder();
        if (!index.isEmpty()) {
            keys.append(",\"_index\":\"")
                    .append(index.startsWith("<") ? index : MixedBulk.PREFIX + index)
                    .append('"');
        }
        boolean required = index.equals("-required");
        if (required
                ? random.nextInt(10) > 0
                : index.equals("-keyed") ? random.nextInt(10) == 0 : random.nextInt(5) == 0) {
            keys.append(",\"routing\":").append(texts.json(routings[random.nextInt(routings.length)]));
        }
        return operation(keys.toString(), required);
    }

    private String index(boolean mayOmit, boolean unknown) {
        int draw = random.nextInt(100);
        if (unknown && draw < 10) {
            return draw < 5 ? "-auto-" + bulks : "<" + DATE_MATH + ">";
        }
        if (mayOmit && draw < 60) {
            return "";
        }
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> "-three";
            case 3, 4, 5 -> "-thirty";
            case 6 -> "-alias";
            case 7 -> "-keyed";
            case 8 -> random.nextBoolean() ? "-required" : "-day-2026.01.01";
            default -> streams ? "-stream" : "-alias";
        };
    }

    private String streamItem() {
        String id = random.nextBoolean() ? "" : ",\"_id\":" + texts.json(id());
        // One in ten is an operation that a stream does not take.
        String operation = random.nextInt(10) == 0 ? "index" : "create";
        return "{\"%s\":{\"_index\":\"@@-stream\"%s}}%n{\"@timestamp\":\"2026-01-01\",\"n\":%d}%n"
                .formatted(operation, id, documents++);
    }

    private String id() {
        return ids[random.nextInt(4) == 0 ? random.nextInt(HOT_IDS) : random.nextInt(IDS)];
    }

    private String operation(String keys, boolean identified) {
        String id = ",\"_id\":" + texts.json(id());
        int draw = random.nextInt(100);
        if (draw < 24) {
            return lines("index", keys + id + version(), source());
        } else if (draw < 34 && !identified) {
            // 7.17 refuses a whole bulk for an item that lacks both its id and the routing that it must have.
            return lines("index", keys, source());
        } else if (draw < 50) {
            return lines("create", keys + id, source());
        } else if (draw < 76) {
            return lines("update", keys + id + ",\"retry_on_conflict\":3" + wantedSource(), update());
        } else if (draw < 88) {
            return lines("delete", keys + id + version(), "");
        } else if (draw < 91) {
            return lines("index", keys + id + ",\"if_seq_no\":100000000,\"if_primary_term\":1", source());
        } else if (draw < 93) {
            return lines("index", keys + id, "{\"n\":\"no number\"}");
        } else if (draw < 95) {
            return lines("index", keys + id, "{\"n\":" + documents++ + ",\"when\":\"no date\"}");
        } else if (draw < 97) {
            return lines("index", keys + id, "{\"n\":" + documents++ + ",\"new_" + bulks + "\":\"a text\"}");
        } else if (draw < 98 && pipelines) {
            return lines("index", keys + id + ",\"pipeline\":\"nowhere\"", source());
        }
        // No item makes an index that another item of the bulk takes for an alias.
        boolean made = keys.contains("-auto-");
        return lines("index", keys + id + (made ? "" : ",\"require_alias\":true"), source());
    }

    private static String lines(String operation, String keys, String source) {
        String members = keys.isEmpty() ? "" : keys.substring(1);
        return "{\"" + operation + "\":{" + members + "}}\n" + (source.isEmpty() ? "" : source + "\n");
    }

    private String version() {
        return random.nextInt(8) == 0 ? ",\"version_type\":\"external\",\"version\":" + (1 + random.nextInt(9)) : "";
    }

    private String wantedSource() {
        return random.nextInt(4) == 0 ? ",\"_source\":true" : "";
    }

    private String source() {
        return "{\"n\":" + documents++ + ",\"when\":\"2026-01-01\",\"t\":" + texts.json(texts.next()) + "}";
    }

    private String update() {
        return switch (random.nextInt(scripts ? 7 : 5)) {
            case 0 -> "{\"doc\":{\"t\":\"updated\"}}";
            case 1 -> "{\"doc\":" + source() + ",\"doc_as_upsert\":true}";
            case 2 -> "{\"doc\":{\"t\":\"again\"},\"upsert\":" + source() + "}";
            case 3 -> "{\"doc\":{\"t\":\"updated\"},\"detect_noop\":false}";
            case 4 -> "{\"doc\":{\"n\":\"no number\"}}";
            case 5 -> script(false);
            default -> script(true);
        };
    }

    private String script(boolean scriptedUpsert) {
        return "{\"script\":{\"source\":\"ctx._source.n = params.n; if (params.n % 7 == 0) { ctx.op = 'delete' }\","
                + "\"params\":{\"n\":" + documents++ + "}},\"upsert\":{\"n\":0,\"t\":\"upserted\"},\"scripted_upsert\":"
                + scriptedUpsert + "}";
    }
}
