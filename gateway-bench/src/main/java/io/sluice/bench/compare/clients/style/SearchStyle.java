package io.sluice.bench.compare.clients.style;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;

/** A way to write the search and to read its answer. Safe for all threads. */
public interface SearchStyle {

    /** The body of {@code POST /cities/_search}, in UTF-8. */
    byte[] query(CitySearch search) throws IOException;

    /** What an answer to it says; aggregations are named as with {@code typed_keys}. */
    CityPage page(byte[] answer) throws IOException;

    /** The same from a stream, which stays the caller's; read whole first by the styles that need it whole. */
    default CityPage page(InputStream answer) throws IOException {
        return page(answer.readAllBytes());
    }

    /** The ways there are. */
    enum Kind {
        /** The builders of elasticsearch-java, its serialisation, and its decoding into classes. */
        TYPED,
        /** JSON as text with the user's words filled in, and jackson-core's stream of tokens. */
        STREAMING,
        /** Trees of jackson-databind, both ways. */
        TREE,
        /** Sluice's own template and tokenizer. */
        TOKENIZER,
        /** As streaming, but of each document only what the application shows is decoded: the other styles decode all of it. */
        SHOWN;

        /** A new one. */
        public SearchStyle make() {
            return switch (this) {
                case TYPED -> new TypedStyle();
                case STREAMING -> new StreamingStyle(true);
                case SHOWN -> new StreamingStyle(false);
                case TREE -> new TreeStyle();
                case TOKENIZER -> new TokenizerStyle();
            };
        }

        /** As on the command line and in reports. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * The one of this name.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Kind parse(String label) {
            return Arrays.stream(values())
                    .filter(kind -> kind.label().equals(label))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "expected typed, streaming, tree, tokenizer or shown, got '" + label + "'"));
        }
    }
}
