package io.sluice.filters.tenant;

import io.sluice.api.Json;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.util.regex.Pattern;

/** Answers node discovery by clients with a single node: the address that they already use. */
final class OwnAddress {

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+(:\\d{1,5})?|\\[[0-9a-fA-F:.]+](:\\d{1,5})?");

    private OwnAddress() {}

    static RequestPlan answer(RequestHead head) {
        String host = head.headers().get("Host");
        if (host == null || !HOST.matcher(host).matches()) {
            return Denial.invalid("the request has no usable Host header");
        }
        Json address = Json.string(host);
        return RequestPlan.answer(Reply.json(
                200,
                Json.parse("{\"_nodes\":{\"total\":1,\"successful\":1,\"failed\":0},\"cluster_name\":\"sluice\","
                        + "\"nodes\":{\"sluice\":{\"name\":\"sluice\",\"roles\":[\"data\",\"ingest\",\"master\"],"
                        + "\"http\":{\"bound_address\":[" + address + "],\"publish_address\":" + address + "}}}}")));
    }
}
