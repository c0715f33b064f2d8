package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Reply;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LookPageTest {
    private static final int MOST_BYTES = 64 << 10;

    private final Reply reply = new LookPage().reply();
    private final String page = new String(reply.body(), StandardCharsets.UTF_8);
    private final String policy = reply.headers().get("Content-Security-Policy");

    private String hashOf(String element) throws Exception {
        Matcher matcher = Pattern.compile("<" + element + ">(.*?)</" + element + ">", Pattern.DOTALL)
                .matcher(page);
        assertThat(matcher.find()).isTrue();
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(matcher.group(1).getBytes(StandardCharsets.UTF_8));
        assertThat(matcher.find()).as("a second " + element).isFalse();
        return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    }

    @Test
    void letsABrowserRunItsOwnStyleAndScriptOnly() throws Exception {
        assertThat(policy)
                .startsWith("default-src 'none';")
                .contains("style-src " + hashOf("style") + ";", "script-src " + hashOf("script") + ";")
                .contains("connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'")
                .doesNotContain("unsafe", "*", "http:");
        assertThat(page).doesNotContain(" style=\"", " onclick=", "javascript:");
    }

    @Test
    void namesNoResourceOfAnybodyElse() {
        assertThat(page.replace("http://www.w3.org/2000/svg", ""))
                .doesNotContain("http://", "https://", "@import", "url(", " src=");
    }

    @Test
    void neverReadsTextAsMarkup() {
        assertThat(page)
                .doesNotContain("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "srcdoc");
    }

    @Test
    void isSmall() {
        assertThat(reply.body().length).isLessThan(MOST_BYTES);
    }

    @Test
    void hasALanguageAHeadingAndNamesForItsSections() {
        assertThat(page)
                .contains("<html lang=\"en\">", "<h1>", "<main>", "<header>", "<footer>", "aria-live=\"polite\"");
        Pattern.compile("<section aria-labelledby=\"([^\"]+)\"")
                .matcher(page)
                .results()
                .forEach(section -> assertThat(page).contains("<h2 id=\"" + section.group(1) + "\">"));
    }
}
