package io.sluice.filters.tenant.names;

import java.util.List;

/** Analyzers that come with a server and make at most one word of one. Stateless. */
public final class Analyzers {

    /** Their names. */
    public static final List<String> PLAIN = List.of(
            "standard",
            "simple",
            "whitespace",
            "stop",
            "keyword",
            "arabic",
            "armenian",
            "basque",
            "bengali",
            "brazilian",
            "bulgarian",
            "catalan",
            "czech",
            "danish",
            "dutch",
            "english",
            "estonian",
            "finnish",
            "french",
            "galician",
            "german",
            "greek",
            "hindi",
            "hungarian",
            "indonesian",
            "irish",
            "italian",
            "latvian",
            "lithuanian",
            "norwegian",
            "persian",
            "portuguese",
            "romanian",
            "russian",
            "serbian",
            "sorani",
            "spanish",
            "swedish",
            "thai",
            "turkish");

    private Analyzers() {}

    /** Whether a name is that of such an analyzer. */
    public static boolean isPlain(String name) {
        return PLAIN.contains(name);
    }
}
