package io.sluice.filters.tenant;

import io.sluice.api.Json;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.filters.tenant.answer.AnswerReferences;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers node discovery by clients with a single node: the address that they already use. */
final class OwnAddress {

    private static final Pattern HOST =
            Pattern.compile("(?:(?<name>[A-Za-z0-9._-]+)|\\[(?<ip>[0-9a-fA-F:.]+)])(?<port>:\\d{1,5})?");

    private OwnAddress() {}

    /**
     * The answer. It has what clients cannot do without: host, IP address and version for elasticsearch-hadoop, the version for the sniffer
     * of Elasticsearch's Java client too, a port for elasticsearch-py and Logstash, settings (none) for the clients for .NET, which ask for them.
     *
     * @param secure whether the client came through TLS, which tells the port if {@code Host} does not
     * @param version of the servers; empty if it is not known
     */
    static RequestPlan answer(RequestHead head, boolean secure, String version) {
        String host = head.headers().get("Host");
        Matcher parts = HOST.matcher(host == null ? "" : host);
        if (host == null || !parts.matches()) {
            return Denial.invalid("the request has no usable Host header");
        }
        String ip = parts.group("ip");
        Json name = Json.string(ip == null ? parts.group("name") : ip);
        Json address = Json.string(parts.group("port") == null ? host + (secure ? ":443" : ":80") : host);
        String number = version.isEmpty() ? "" : "\"version\":" + Json.string(version) + ",";
        String settings = head.target().segments().getLast().endsWith(",settings") ? "\"settings\":{}," : "";
        return RequestPlan.answer(Reply.json(
                200,
                Json.parse("{\"_nodes\":{\"total\":1,\"successful\":1,\"failed\":0},\"cluster_name\":\"sluice\","
                        + "\"nodes\":{\"" + AnswerReferences.NODE + "\":{\"name\":\"sluice\",\"host\":" + name
                        + ",\"ip\":" + name + "," + number + settings + "\"roles\":[\"data\",\"ingest\",\"master\"],"
                        + "\"http\":{\"bound_address\":[" + address + "],\"publish_address\":" + address + "}}}}")));
    }
}
