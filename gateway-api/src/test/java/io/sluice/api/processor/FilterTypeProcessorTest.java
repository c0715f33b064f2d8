package io.sluice.api.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.FilterFactory;
import io.sluice.api.PluginFactory;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plugins are compiled as their authors do it, and loaded as the gateway does it. */
@Tag("slow")
class FilterTypeProcessorTest {
    private static final String IMPORTS = "import io.sluice.api.*; ";
    private static final String SERVICES = "META-INF/services/" + FilterFactory.class.getName();

    @TempDir
    private Path classes;

    @Test
    void makesTheFactoryOfARecord() throws Exception {
        compiled("a/b/Limit.java", "package a.b; " + IMPORTS + """
                        /**
                         * Refuses {@code large}
                         * searches. And more.
                         */
                        @FilterType("search-limit")
                        record Limit(@Key("the most") int most) implements Filter {}
                        """);

        try (URLClassLoader loader = loader()) {
            FilterFactory<?> factory =
                    ServiceLoader.load(FilterFactory.class, loader).findFirst().orElseThrow();
            assertThat(factory.type()).isEqualTo("search-limit");
            assertThat(factory.description()).isEqualTo("refuses large searches");
            assertThat(factory.apiVersion()).isEqualTo(PluginFactory.API_VERSION);
            assertThat(factory.configType().getName()).isEqualTo("a.b.Limit");
            assertThat(factory.getClass().getName()).isEqualTo("a.b.Limit_Factory");
        }
    }

    @Test
    void givesTheRecordItselfAsTheFilter() throws Exception {
        compiled("Outer.java", IMPORTS + """
                public interface Outer {
                    @FilterType(value = "nested", description = "says \\"hello\\" \\\\ \\n twice")
                    record Inner() implements Filter {}
                }
                """);

        try (URLClassLoader loader = loader()) {
            FilterFactory<?> factory =
                    ServiceLoader.load(FilterFactory.class, loader).findFirst().orElseThrow();
            assertThat(factory.description()).isEqualTo("says \"hello\" \\   twice");
            assertThat(created(factory)).isInstanceOf(factory.configType());
        }
    }

    @Test
    void makesTheFactoryOfAClassAndItsConfiguration() throws Exception {
        compiled("a/Mask.java", "package a; " + IMPORTS + """
                /** Masks a field. */
                @FilterType("mask")
                public final class Mask implements Filter {
                    record Config(@Key("which") String field) {}
                    public final FilterContext given;
                    Mask(Config config, FilterContext context) throws java.io.FileNotFoundException { given = context; }
                }
                """);

        try (URLClassLoader loader = loader()) {
            FilterFactory<?> factory =
                    ServiceLoader.load(FilterFactory.class, loader).findFirst().orElseThrow();
            assertThat(factory.type()).isEqualTo("mask");
            assertThat(factory.description()).isEqualTo("masks a field");
            assertThat(factory.configType().getName()).isEqualTo("a.Mask$Config");
            assertThat(factory.getClass().getName()).isEqualTo("a.Mask_Factory");
        }
    }

    @Test
    void callsTheConstructorOfAClass() throws Exception {
        compiled("Plain.java", IMPORTS + """
                @FilterType("plain")
                class Plain implements Filter {
                    record Config() {}
                    private final Config config;
                    Plain(Config config) { this.config = java.util.Objects.requireNonNull(config); }
                }
                """);

        try (URLClassLoader loader = loader()) {
            FilterFactory<?> factory =
                    ServiceLoader.load(FilterFactory.class, loader).findFirst().orElseThrow();
            assertThat(created(factory).getClass().getName()).isEqualTo("Plain");
        }
    }

    @Test
    void listsFactoriesThatTheirAuthorWrote() throws Exception {
        compiled("Made.java", IMPORTS + """
                @FilterType(value = "made", description = "made with care")
                public final class Made implements FilterFactory<Made.Settings> {
                    public record Settings() {}
                    @Override public int apiVersion() { return API_VERSION; }
                    @Override public Class<Settings> configType() { return Settings.class; }
                    @Override public Filter create(Settings settings, FilterContext context) { return new Filter() {}; }
                }
                """);

        try (URLClassLoader loader = loader()) {
            FilterFactory<?> factory =
                    ServiceLoader.load(FilterFactory.class, loader).findFirst().orElseThrow();
            assertThat(factory.type()).isEqualTo("made");
            assertThat(factory.description()).isEqualTo("made with care");
        }
    }

    @Test
    void keepsWhatIsListedAlreadyAsLongAsItIsThere() throws Exception {
        Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(classes.resolve(SERVICES), "Gone # the class is\nHand # written\n");
        compiled("Hand.java", "public class Hand {}");
        compiled("One.java", IMPORTS + "@FilterType(\"one\") record One() implements Filter {}");
        compiled("Two.java", IMPORTS + "@FilterType(\"two\") record Two() implements Filter {}");

        assertThat(Files.readString(classes.resolve(SERVICES))).isEqualTo("Hand\nOne_Factory\nTwo_Factory\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            @FilterType("Search_Limit") record A() implements Filter {}              | a type is written in kebab-case as in basic-auth, not 'Search_Limit'
            @FilterType("a") record A(int most) implements Filter {}                 | the component most needs @Key: it is a key of the configuration
            @FilterType("a") record A() {}                                           | @FilterType stands on a Filter or on a FilterFactory
            @FilterType("a") interface A extends Filter {}                           | @FilterType stands on a Filter or on a FilterFactory
            @FilterType("a") class A implements Filter {}                            | the constructor of a filter takes a record, its configuration, then a FilterContext if it needs one, and is not private
            @FilterType("a") class A implements Filter { A(String most) {} }         | the constructor of a filter takes a record, its configuration, then a FilterContext if it needs one, and is not private
            @FilterType("a") class A implements Filter { record B() {} A(B b, B c) {} } | the constructor of a filter takes a record, its configuration, then a FilterContext if it needs one, and is not private
            @FilterType("a") class A implements Filter { record B() {} private A(B b) {} } | the constructor of a filter takes a record, its configuration, then a FilterContext if it needs one, and is not private
            @FilterType("a") class A implements Filter { record B() {} A(B b) {} A() {} } | a filter must not be abstract and has one constructor
            @FilterType("a") abstract class A implements Filter { record B() {} A(B b) {} } | a filter must not be abstract and has one constructor
            @FilterType("a") class A implements Filter { record B() {} A(B b) throws Exception {} } | the constructor of a filter may throw IOException and unchecked exceptions, not java.lang.Exception
            @FilterType("a") class A implements Filter { private record B() {} A(B b) {} } | B must be neither private nor an inner class, so that it can be made
            @FilterType("a") class A implements Filter { record B(int most) {} A(B b) {} } | the component most needs @Key: it is a key of the configuration
            @FilterType("a") record A<T>() implements Filter {}                      | a configuration cannot say what a type parameter is
            class A { @FilterType("a") private record B() implements Filter {} }     | B must be neither private nor an inner class, so that it can be made
            @FilterType("a") abstract class A implements FilterFactory<A.B> { record B() {} } | a factory must be public and not abstract, with a public constructor without parameters
            @FilterType("a") record A() implements Filter {} @FilterType("a") record B() implements Filter {} | the type 'a' is already that of the filters that A_Factory makes
            """)
    void saysWhatTheGatewayWouldRefuse(String source, String message) throws IOException {
        assertThat(compile("A.java", IMPORTS + source)).contains(message);
        assertThat(classes.resolve(SERVICES)).doesNotExist();
    }

    @Test
    void wantsADescriptionOfAFactoryAndItsTypeOnce() throws IOException {
        String rest = """
                 public class A implements FilterFactory<A.B> {
                    public record B() {}
                    @Override public int apiVersion() { return API_VERSION; }
                    @Override public Class<B> configType() { return B.class; }
                    @Override public Filter create(B b, FilterContext context) { return new Filter() {}; }
                """;
        assertThat(compile("A.java", IMPORTS + "@FilterType(\"a\")" + rest + "}"))
                .contains("@FilterType of a factory needs a description");
        assertThat(compile(
                        "A.java",
                        IMPORTS + "@FilterType(\"a\")" + rest + "@Override public String type() { return \"b\"; } }"))
                .contains("@FilterType names the type already: leave this method out");
    }

    @SuppressWarnings("unchecked")
    private static Object created(FilterFactory<?> factory) throws Exception {
        var constructor = factory.configType().getDeclaredConstructor();
        constructor.setAccessible(true);
        return ((FilterFactory<Record>) factory).create(constructor.newInstance(), null);
    }

    private void compiled(String file, String source) throws IOException {
        assertThat(compile(file, source)).isEmpty();
    }

    /** The compiler's errors. */
    private List<String> compile(String file, String source) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        String classPath = classes + java.io.File.pathSeparator + System.getProperty("java.class.path");
        JavaCompiler.CompilationTask task = compiler.getTask(
                new StringWriter(),
                null,
                said,
                List.of("-d", classes.toString(), "-cp", classPath, "-proc:full", "-Xlint:all,-processing,-classfile"),
                null,
                List.of(new Source(file, source)));
        task.setProcessors(List.of(new FilterTypeProcessor()));
        task.call();
        return said.getDiagnostics().stream()
                .map(each -> each.getMessage(Locale.ENGLISH))
                .toList();
    }

    private URLClassLoader loader() throws IOException {
        return new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String file, String text) {
            super(URI.create("string:///" + file), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
