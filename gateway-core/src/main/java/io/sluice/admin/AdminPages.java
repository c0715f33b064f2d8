package io.sluice.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers every request of the admin endpoint. Pages that read a few fields are made on the event loop, others on separate threads,
 * so that a long page does not delay a health check. Thread-safe.
 */
final class AdminPages implements Filter {
    private static final List<String> INDEX_TYPES = List.of("application/json", "text/plain", "text/html");

    private final AllowedHosts hosts;
    private final AdminLogin login;
    private final Map<String, Page> pages = new LinkedHashMap<>();
    private final QueuePages queues;
    private final TenantPages tenants;
    private final PageThreads threads;

    /**
     * @param pages the pages by path, in the order of the index
     * @param queues the pages of each queue
     * @param tenants the pages of each tenant
     * @param threads makes the pages that take longer; closed with these
     */
    AdminPages(
            AllowedHosts hosts,
            AdminLogin login,
            Map<String, Page> pages,
            QueuePages queues,
            TenantPages tenants,
            PageThreads threads) {
        LookPage look = new LookPage();
        Map<String, String> index = new LinkedHashMap<>();
        pages.forEach((path, page) -> index.put(path, page.description()));
        index.putAll(QueuePages.index());
        index.putAll(TenantPages.index());
        this.queues = queues;
        this.tenants = tenants;
        this.hosts = hosts;
        this.login = login;
        this.pages.put(
                "/",
                new Page(
                        "this list; the page to look at in a browser",
                        Page.Kind.AT_ONCE,
                        accept -> index(index, accept, look)));
        this.pages.putAll(pages);
        this.threads = threads;
    }

    private static Reply index(Map<String, String> pages, @Nullable String accept, LookPage look)
            throws JsonProcessingException {
        String type = Accept.choose(accept, INDEX_TYPES);
        if (type.equals(INDEX_TYPES.getLast())) {
            return look.reply();
        }
        if (type.equals(INDEX_TYPES.getFirst())) {
            ObjectNode index = JsonNodeFactory.instance.objectNode();
            ObjectNode list = index.putObject("pages");
            pages.forEach(list::put);
            return Page.json(index);
        }
        StringBuilder text = new StringBuilder("Sluice admin endpoint\n\n");
        pages.forEach((path, description) -> text.append("%-20s %s%n".formatted(path, description)));
        return Reply.text(200, text.toString());
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        if (!hosts.permits(head.headers().get("Host"))) {
            return answer(Reply.error(
                    403,
                    "security_exception",
                    "the Host header names neither a loopback address, nor the address that is bound, nor one of"
                            + " admin.hosts"));
        }
        if (!login.permits(head.target().rawPath(), head.headers().get("Authorization"))) {
            return answer(Reply.error(401, "security_exception", "the admin endpoint needs credentials, see admin.auth")
                    .withHeader("WWW-Authenticate", "Basic realm=\"Sluice admin\", charset=\"UTF-8\""));
        }
        Page known = pages.get(head.target().rawPath());
        Page page = known == null ? ofOne(head.target()) : known;
        if (page == null) {
            return answer(Reply.error(404, "resource_not_found_exception", "there is no such page; / lists them"));
        }
        String methods = page.kind().methods();
        if (!page.kind().takes(head.method())) {
            return answer(Reply.error(
                            405,
                            "illegal_argument_exception",
                            methods.equals("POST") ? "only POST is allowed" : "only GET and HEAD are allowed")
                    .withHeader("Allow", methods));
        }
        Reply refused = page.kind().changes() ? OwnPages.refusal(head) : null;
        if (refused != null) {
            return answer(refused);
        }
        Reply unfit = PageRequests.refusal(head, page);
        if (unfit != null) {
            return answer(unfit);
        }
        String accept = head.headers().get("Accept");
        return page.kind() == Page.Kind.AT_ONCE
                ? answer(page.answer(accept))
                : new RequestPlan.Later<>(threads.answer(page, accept), AdminPages::answer);
    }

    /** The page of a queue or of a tenant; null if the target names none. */
    private @Nullable Page ofOne(RequestTarget target) {
        Page ofQueue = queues.find(target);
        return ofQueue == null ? tenants.find(target) : ofQueue;
    }

    private static RequestPlan answer(Reply reply) {
        return RequestPlan.answer(
                reply.withHeader("Cache-Control", "no-store").withHeader("X-Content-Type-Options", "nosniff"));
    }

    @Override
    public void close() {
        threads.close();
    }
}
