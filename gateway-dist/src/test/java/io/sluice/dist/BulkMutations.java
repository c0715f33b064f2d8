package io.sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random bulks: of lines that are mostly good, with values that are mostly not, and damaged here and there. */
final class BulkMutations {

    private static final String[] ACTIONS = {
        "index", "create", "update", "delete", "index", "update", "Index", "upsert", ""
    };
    private static final String[] KEYS = {
        "_index",
        "_id",
        "_id",
        "routing",
        "pipeline",
        "op_type",
        "version",
        "version_type",
        "if_seq_no",
        "if_primary_term",
        "retry_on_conflict",
        "require_alias",
        "require_data_stream",
        "list_executed_pipelines",
        "dynamic_templates",
        "_source",
        "_type",
        "dynamic_template_params",
        "_routing",
        "parent",
        "\\u005fid"
    };
    private static final String[] VALUES = {
        "\"a\"",
        "\"a\"",
        "\"1\"",
        "\"\"",
        "1",
        "0",
        "-1",
        "-2",
        "-3",
        "-4",
        "1.5",
        "\"1.5\"",
        "2147483648",
        "9223372036854775808",
        "1e3",
        "1e30",
        "\"x\"",
        "true",
        "false",
        "\"true\"",
        "\"false\"",
        "null",
        "[]",
        "{}",
        "[1]",
        "{\"a\":\"b\"}",
        "{\"a\":{\"b\":\"c\"}}",
        "\"external\"",
        "\"external_gte\"",
        "\"internal\"",
        "\"create\"",
        "\"index\"",
        "\"_doc\"",
        "\"é\"",
        "\"\\u0000\"",
        "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "{\"includes\":[\"a\"]}",
        "{\"excludes\":\"a\"}",
        "[\"a\",null]",
        "01",
        "tru",
        "\"a",
        "NaN",
        "\"5\"",
        "\"_none\"",
        "{\"exclude_vectors\":true}",
        "{\"a\":1}",
        "{\"a\":null}",
        "{\"a\":[]}"
    };
    private static final String[] UPDATES = {
        "doc",
        "doc",
        "script",
        "upsert",
        "doc_as_upsert",
        "scripted_upsert",
        "detect_noop",
        "_source",
        "if_seq_no",
        "if_primary_term",
        "docs",
        "scripts",
        "doc_as_upser",
        "fields",
        "lang",
        "params",
        "upsrt"
    };
    private static final String[] UPDATE_VALUES = {
        "{}",
        "{\"a\":1}",
        "{\"a\":{\"b\":[1,2,{\"c\":\"d\"}]}}",
        "{\"a\":1,\"a\":2}",
        "\"ctx.op='none'\"",
        "{\"source\":\"x\"}",
        "{\"id\":\"x\"}",
        "{\"source\":\"x\",\"lang\":\"l\",\"params\":{\"p\":[1]}}",
        "{\"source\":{\"a\":1}}",
        "{\"id\":\"x\",\"source\":\"y\"}",
        "{\"id\":\"x\",\"lang\":\"l\"}",
        "{\"options\":{\"a\":\"b\"},\"source\":\"x\"}",
        "{\"source\":\"x\",\"options\":{\"content_type\":\"b\"}}",
        "true",
        "false",
        "\"true\"",
        "1",
        "\"1\"",
        "null",
        "[]",
        "{\"x\":}",
        "{\"stored\":\"x\",\"options\":{}}",
        "{\"inline\":\"x\",\"params\":{}}",
        "{\"n\":12345678901234567890123}",
        "{\"n\":1e400}",
        "{\"s\":\"\\ud800\"}",
        "{\"s\":\"\u0001\"}",
        "-1",
        "\"x\"",
        "[\"a\",\"b\"]",
        "{\"includes\":[1]}"
    };
    private static final String[] TOKENS = {
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\\",
        "\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "null",
        "true",
        "1",
        "-",
        ".",
        "e",
        "//",
        "/*",
        "*/",
        "#",
        "\u0000",
        "\f",
        "\uFEFF",
        "é",
        "\"_id\":",
        "\"index\":",
        "{}",
        "\"\"",
        "\\u",
        "'",
        "\u0001",
        "\u2028"
    };
    private static final byte[][] BYTES = {
        {(byte) 0xff},
        {(byte) 0xc0, (byte) 0x80},
        {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
        {(byte) 0xc3},
        {(byte) 0xef, (byte) 0xbb},
        {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
        {(byte) 0xfe, (byte) 0xff},
        {0, 0},
        {(byte) 0x80}
    };

    private final Random random;
    private final List<byte[]> seeds;

    /** Makes bulks, some from these. */
    BulkMutations(Random random, List<byte[]> seeds) {
        this.random = random;
        this.seeds = List.copyOf(seeds);
    }

    byte[] next() {
        byte[] body = random.nextInt(3) == 0 && !seeds.isEmpty() ? seeds.get(random.nextInt(seeds.size())) : lines();
        int damages = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0;
        for (int i = 0; i < damages; i++) {
            body = damaged(body);
        }
        return body;
    }

    private byte[] lines() {
        StringBuilder out = new StringBuilder();
        for (int items = 1 + random.nextInt(3); items > 0; items--) {
            String action = one(ACTIONS, 4);
            action(action, out);
            if (!action.equals("delete")) {
                source(action, out);
            }
            out.append(random.nextInt(15) == 0 ? "\n" : "");
        }
        if (random.nextInt(20) == 0) {
            out.setLength(out.length() - 1);
        }
        return out.toString().getBytes(UTF_8);
    }

    private void action(String name, StringBuilder out) {
        out.append(space())
                .append('{')
                .append(space())
                .append('"')
                .append(name)
                .append('"')
                .append(space())
                .append(':');
        out.append(space()).append('{');
        String comma = "";
        if (random.nextInt(8) > 0) {
            out.append("\"_index\":\"a\"");
            comma = ",";
        }
        if (random.nextInt(4) > 0) {
            out.append(comma).append("\"_id\":\"").append(random.nextInt(3)).append('"');
            comma = ",";
        }
        for (int fields = random.nextInt(4) - 1; fields > 0; fields--) {
            out.append(comma)
                    .append(space())
                    .append('"')
                    .append(one(KEYS, KEYS.length))
                    .append("\":");
            out.append(space()).append(one(VALUES, VALUES.length)).append(space());
            comma = ",";
        }
        out.append('}')
                .append(space())
                .append('}')
                .append(random.nextInt(40) == 0 ? " x" : space())
                .append('\n');
    }

    private void source(String action, StringBuilder out) {
        if (!action.equals("update") || random.nextInt(20) == 0) {
            out.append(random.nextInt(10) == 0 ? "not looked at" : "{\"a\":1}")
                    .append(space())
                    .append('\n');
            return;
        }
        out.append(space()).append('{');
        String comma = "";
        for (int fields = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(3); fields > 0; fields--) {
            String key = random.nextInt(3) == 0 ? "doc" : one(UPDATES, UPDATES.length);
            String value =
                    key.equals("doc") && random.nextInt(3) > 0 ? "{\"b\":2}" : one(UPDATE_VALUES, UPDATE_VALUES.length);
            out.append(comma)
                    .append(space())
                    .append('"')
                    .append(key)
                    .append("\":")
                    .append(space())
                    .append(value);
            comma = ",";
        }
        out.append(space())
                .append('}')
                .append(random.nextInt(30) == 0 ? "trailing" : space())
                .append('\n');
    }

    private String space() {
        return random.nextInt(12) > 0
                ? ""
                : random.nextInt(4) > 0 ? " " : one(new String[] {"\t", "\r", "/**/", "//x"}, 4);
    }

    private String one(String[] values, int usual) {
        return values[random.nextInt(random.nextInt(6) == 0 ? values.length : usual)];
    }

    private byte[] damaged(byte[] body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int at = random.nextInt(body.length + 1);
        out.write(body, 0, at);
        int rest = at;
        switch (random.nextInt(6)) {
            case 0 -> rest = Math.min(body.length, at + 1 + random.nextInt(4));
            case 1 -> out.writeBytes(one(TOKENS, TOKENS.length).getBytes(UTF_8));
            case 2 -> out.writeBytes(BYTES[random.nextInt(BYTES.length)]);
            case 3 -> out.writeBytes(Arrays.copyOfRange(body, Math.max(0, at - random.nextInt(40)), at));
            case 4 -> rest = body.length;
            default -> {
                out.write(random.nextInt(256));
                rest = Math.min(body.length, at + 1);
            }
        }
        out.write(body, rest, body.length - rest);
        return out.toByteArray();
    }
}
