package io.sluice.dist;

import io.sluice.devcluster.ServerKind;
import java.net.URI;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** Values of the corpus's placeholders: names as gateway clients use them, or as the server knows them. */
final class EscapeNames {

    /** User and password both equal the tenant's name. */
    static final String REALM_LINE = "Authorization: Basic ";

    private static final String BASE = "logs";
    private static final String SECOND_BASE = "orders";
    private static final int DEEP = 400;
    private static final int WIDE = 300;
    private static final int LONG = 60_000;

    private final EscapeLayout layout;
    private final ServerKind kind;
    private final URI server;

    EscapeNames(EscapeLayout layout, ServerKind kind, URI server) {
        this.layout = layout;
        this.kind = kind;
        this.server = server;
    }

    /**
     * The names of an attack.
     *
     * @param victim the tenant that it attacks, which has everything, or nothing
     */
    Map<String, String> of(String tenant, String victim, boolean pastGateway) {
        Map<String, String> names = new HashMap<>(common());
        names.put("a", tenant);
        names.put("b", victim);
        names.put("n", EscapeWorld.NEIGHBOUR);
        names.put("mine", pastGateway ? layout.index(tenant, BASE) : BASE);
        names.put("mine2", pastGateway ? layout.index(tenant, SECOND_BASE) : SECOND_BASE);
        names.put("theirs", layout.index(victim, BASE));
        names.put("theirid", layout.documentId(victim, BASE, "b1"));
        names.put("list", layout.documentId(victim, BASE, "list"));
        names.put("physid", layout.documentId(tenant, BASE, "1"));
        names.put("f", layout.fieldPrefix(BASE));
        names.put("field", layout.markField());
        names.put("auth", authorization(tenant));
        names.put("authother", authorization(victim));
        names.put("server", server.toString());
        return names;
    }

    static String authorization(String tenant) {
        return REALM_LINE
                + Base64.getEncoder()
                        .encodeToString((tenant + ":" + tenant).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private Map<String, String> common() {
        boolean openSearch = kind.isOpenSearch();
        String open = openSearch ? "_search/point_in_time" : "_pit";
        Map<String, String> names = new HashMap<>();
        names.put("nl", "\n");
        names.put("pitopen", "POST /@mine@/" + open + "?keep_alive=2m");
        names.put("pitopentheirs", "POST /@theirs@/" + open + "?keep_alive=2m");
        names.put("pitclose", "DELETE /" + open);
        names.put("pitfield", openSearch ? "/pit_id" : "/id");
        names.put("pitid", openSearch ? "pit_id" : "id");
        names.put("lookup", "{\"terms\":{\"code\":{\"index\":\"@theirs@\",\"id\":\"@list@\",\"path\":\"@f@codes\"}}}");
        names.put(
                "deep",
                "{\"query\":" + "{\"bool\":{\"filter\":".repeat(DEEP) + "{\"match_all\":{}}" + "}}".repeat(DEEP) + "}");
        names.put("long", "{\"query\":{\"match\":{\"message\":\"" + "x".repeat(LONG) + "\"}}}");
        names.put(
                "wide",
                "{\"query\":{\"bool\":{\"should\":[" + "{\"match_all\":{}},".repeat(WIDE)
                        + "{\"term\":{\"@field@\":\"@b@\"}}]}}}");
        return names;
    }
}
