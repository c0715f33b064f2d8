package io.sluice.dist;

import io.sluice.devcluster.ServerKind;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a test with each kind of server: with those that the test command has, or those of {@code -Dsluice.servers}, such as
 * {@code elasticsearch-9,opensearch-3}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EachServer.Kinds.class)
@interface EachServer {

    /** A kind that lacks what the test is about. */
    ServerKind[] except() default {};

    /** The kinds. */
    final class Kinds implements ArgumentsProvider {
        private static final String USUAL = "elasticsearch-7,opensearch-2,elasticsearch-8";

        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            List<ServerKind> left = List.of(context.getRequiredTestMethod()
                    .getAnnotation(EachServer.class)
                    .except());
            return asked().filter(kind -> !left.contains(kind)).map(Arguments::of);
        }

        private static Stream<ServerKind> asked() {
            return Arrays.stream(System.getProperty("sluice.servers", USUAL).split(","))
                    .map(ServerKind::ofId);
        }

        /** The server of the same product that was asked for in place of a usual one; else that one. */
        static ServerKind inPlaceOf(ServerKind usual) {
            String product = usual.id().substring(0, usual.id().indexOf('-'));
            return asked().anyMatch(usual::equals)
                    ? usual
                    : asked().filter(kind -> kind.id().startsWith(product))
                            .findFirst()
                            .orElse(usual);
        }
    }
}
