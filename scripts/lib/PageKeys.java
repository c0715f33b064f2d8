import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Uses the admin endpoint's page by keyboard, as scripts/look-at-page starts it in a browser: presses keys, looks where the
 * focus is, and reads what the browser tells a screen reader. Ends with 1, and says why, if somebody without a mouse or
 * without eyes is left out.
 */
final class PageKeys implements WebSocket.Listener {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_STOPS = 60;
    private static final int SHIFT = 8;

    private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    private final StringBuilder message = new StringBuilder();
    private final List<String> problems = new ArrayList<>();
    private WebSocket socket;
    private int sent;

    public static void main(String[] arguments) throws Exception {
        PageKeys keys = new PageKeys();
        keys.connect(arguments[0]);
        keys.walk();
        keys.pause();
        keys.scroll();
        keys.listen();
        keys.problems.forEach(problem -> System.err.println("by keyboard: " + problem));
        System.exit(keys.problems.isEmpty() ? 0 : 1);
    }

    private void connect(String browser) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest list = HttpRequest.newBuilder(URI.create("http://" + browser + "/json/list")).build();
            JsonNode pages = JSON.readTree(http.send(list, HttpResponse.BodyHandlers.ofString()).body());
            for (JsonNode page : pages) {
                if (page.path("type").asText().equals("page")) {
                    URI address = URI.create(page.path("webSocketDebuggerUrl").asText());
                    socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, this).join();
                    return;
                }
            }
        }
        throw new IllegalStateException("the browser has no page");
    }

    /** Every place that the Tab key stops at can be seen, and has a name; the last one is left again. */
    private void walk() throws Exception {
        List<String> stops = new ArrayList<>();
        for (int i = 0; i < MOST_STOPS; i++) {
            press("Tab", 0);
            String at = text("document.activeElement === document.body ? '' : document.activeElement.id"
                    + " || document.activeElement.getAttribute('aria-label') || document.activeElement.textContent");
            if (at.isEmpty()) {
                break;
            }
            stops.add(at);
            check("the focus cannot be seen on " + at, "getComputedStyle(document.activeElement).outlineStyle !== 'none'");
            check("the focus is out of sight on " + at, "(r => r.bottom > 0 && r.top < innerHeight)"
                    + "(document.activeElement.getBoundingClientRect())");
        }
        System.out.println("The Tab key stops at " + stops.size() + " places: " + String.join(", ", stops));
        String last = text("[...document.querySelectorAll('a')].at(-1).textContent");
        need(stops.size() > 10 && stops.getFirst().equals("pause") && stops.getLast().equals(last), "stops " + stops);
        press("Tab", SHIFT);
        press("Tab", SHIFT);
        check("the way back does not lead to the last places", "document.activeElement.tagName === 'A'");
    }

    /** The button stops the numbers and lets them go on, and keeps the focus. */
    private void pause() throws Exception {
        evaluate("document.getElementById('pause').focus()");
        press("Enter", 0);
        check("Enter does not pause", "document.getElementById('pause').textContent === 'Go on'");
        String then = text("document.getElementById('freshness').textContent");
        Thread.sleep(4500);
        need(then.equals(text("document.getElementById('freshness').textContent")), "the numbers go on in a pause");
        press(" ", 0);
        check("the space bar does not end the pause", "document.getElementById('pause').textContent === 'Pause'");
        check("the button loses the focus", "document.activeElement.id === 'pause'");
    }

    /** A table that is wider than the screen is moved by arrows, and keeps place and focus while numbers come. */
    private void scroll() throws Exception {
        evaluate("document.querySelector('#refused .scroll').focus()");
        for (int i = 0; i < 5; i++) {
            press("ArrowRight", 0);
        }
        Thread.sleep(500);
        check("arrows do not move a wide table", "document.activeElement.scrollLeft > 0");
        Thread.sleep(4500);
        check("a table loses its place when numbers come", "document.querySelector('#refused .scroll').scrollLeft > 0");
        check("a table loses the focus when numbers come", "document.activeElement.className === 'scroll'");
    }

    /** What a screen reader is told: names of regions, pictures and tables, one heading of the first level, a live status. */
    private void listen() throws Exception {
        JsonNode nodes = send("Accessibility.getFullAXTree", JSON.createObjectNode()).path("nodes");
        int headings = 0;
        int tables = 0;
        for (JsonNode node : nodes) {
            String role = node.at("/role/value").asText();
            String name = node.at("/name/value").asText();
            if (List.of("region", "image", "table", "button", "link", "navigation").contains(role)) {
                need(!name.isBlank(), "a " + role + " has no name");
            }
            headings += role.equals("heading") ? 1 : 0;
            tables += role.equals("table") ? 1 : 0;
        }
        need(headings > 10 && tables > 8, headings + " headings and " + tables + " tables");
        check("there is no live status", "document.querySelector('[role=status][aria-live=polite]').textContent.length > 0");
        System.out.println("A screen reader is told of " + headings + " headings and " + tables + " tables, and of problems: "
                + text("document.getElementById('announced').textContent"));
    }

    private void need(boolean good, String problem) {
        if (!good) {
            problems.add(problem);
        }
    }

    private void check(String problem, String expression) throws Exception {
        need(evaluate(expression).asBoolean(), problem);
    }

    private String text(String expression) throws Exception {
        return evaluate(expression).asText();
    }

    private JsonNode evaluate(String expression) throws Exception {
        return send("Runtime.evaluate", JSON.createObjectNode().put("expression", expression)).at("/result/value");
    }

    private void press(String key, int modifiers) throws Exception {
        int code = switch (key) {
            case "Tab" -> 9;
            case "Enter" -> 13;
            case " " -> 32;
            default -> 39;
        };
        ObjectNode event = JSON.createObjectNode()
                .put("key", key)
                .put("code", key.equals(" ") ? "Space" : key)
                .put("windowsVirtualKeyCode", code)
                .put("modifiers", modifiers);
        String characters = key.equals("Enter") ? "\r" : key;
        if (characters.length() == 1) {
            event.put("text", characters);
        }
        send("Input.dispatchKeyEvent", event.deepCopy().put("type", characters.length() == 1 ? "keyDown" : "rawKeyDown"));
        event.remove("text");
        send("Input.dispatchKeyEvent", event.put("type", "keyUp"));
    }

    private JsonNode send(String method, ObjectNode parameters) throws Exception {
        int id = ++sent;
        socket.sendText(JSON.createObjectNode().put("id", id).put("method", method).<ObjectNode>set("params", parameters).toString(), true)
                .join();
        while (true) {
            JsonNode answer = answers.poll(30, TimeUnit.SECONDS);
            if (answer == null || answer.has("error")) {
                throw new IllegalStateException(method + " is answered with " + answer);
            }
            if (answer.path("id").asInt() == id) {
                return answer.path("result");
            }
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        message.append(data);
        if (last) {
            try {
                answers.add(JSON.readTree(message.toString()));
            } catch (IOException e) {
                throw new IllegalStateException("the browser sends no JSON", e);
            }
            message.setLength(0);
        }
        from.request(1);
        return null;
    }
}
