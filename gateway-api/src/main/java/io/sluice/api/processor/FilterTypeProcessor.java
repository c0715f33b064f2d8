package io.sluice.api.processor;

import io.sluice.api.FilterType;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/**
 * Writes the factories of filters with {@link FilterType}, and the file by which the gateway finds them and the factories that carry
 * it. What the gateway would refuse when it starts is an error here, as far as it can be seen in one compilation. Used by the
 * compiler, on one thread.
 */
public final class FilterTypeProcessor extends AbstractProcessor {
    /** The factory to list, by the type of its filters. */
    private final Map<String, String> factories = new TreeMap<>();

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(FilterType.class.getName());
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        for (Element annotated : round.getElementsAnnotatedWith(FilterType.class)) {
            try {
                take((TypeElement) annotated);
            } catch (UnusableFilterException e) {
                processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, e.getMessage(), e.where());
            } catch (IOException e) {
                processingEnv
                        .getMessager()
                        .printMessage(
                                Diagnostic.Kind.ERROR, "the factory cannot be written: " + e.getMessage(), annotated);
            }
        }
        if (round.processingOver() && !round.errorRaised() && !factories.isEmpty()) {
            writeServices();
        }
        return false;
    }

    private void take(TypeElement annotated) throws UnusableFilterException, IOException {
        FilterShape shape = FilterShape.of(annotated, processingEnv);
        String known = factories.putIfAbsent(shape.type(), shape.factory());
        if (known != null) {
            throw new UnusableFilterException(
                    annotated,
                    "the type '" + shape.type() + "' is already that of the filters that " + known + " makes");
        }
        if (shape.lacksFactory()) {
            try (Writer source = processingEnv
                    .getFiler()
                    .createSourceFile(shape.factory(), annotated)
                    .openWriter()) {
                source.write(shape.source());
            }
        }
    }

    private void writeServices() {
        try {
            new ServiceFile(processingEnv).add(factories.values());
        } catch (IOException e) {
            processingEnv
                    .getMessager()
                    .printMessage(Diagnostic.Kind.ERROR, "the list of factories cannot be written: " + e.getMessage());
        }
    }
}
