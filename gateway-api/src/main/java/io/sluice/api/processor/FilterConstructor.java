package io.sluice.api.processor;

import io.sluice.api.FilterContext;
import java.io.IOException;
import java.util.List;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * How a filter that is no record is made.
 *
 * @param config the record that its constructor takes
 * @param call the call of the constructor, with {@code config} and {@code context}
 */
record FilterConstructor(TypeElement config, String call) {

    static FilterConstructor of(TypeElement filter, ProcessingEnvironment environment) throws UnusableFilterException {
        List<ExecutableElement> constructors = ElementFilter.constructorsIn(filter.getEnclosedElements());
        if (constructors.size() != 1 || filter.getModifiers().contains(Modifier.ABSTRACT)) {
            throw new UnusableFilterException(filter, "a filter must not be abstract and has one constructor");
        }
        ExecutableElement constructor = constructors.getFirst();
        List<? extends VariableElement> parameters = constructor.getParameters();
        TypeElement config = parameters.isEmpty() ? null : record(parameters.getFirst(), environment);
        boolean usable = (parameters.size() == 1 || parameters.size() == 2 && isContext(parameters.get(1), environment))
                && !constructor.getModifiers().contains(Modifier.PRIVATE);
        if (config == null || !usable) {
            throw new UnusableFilterException(
                    constructor,
                    "the constructor of a filter takes a record, its configuration, then a FilterContext if it needs one, and is not private");
        }
        for (TypeMirror thrown : constructor.getThrownTypes()) {
            checkThrown(constructor, thrown, environment);
        }
        String arguments = parameters.size() == 1 ? "config" : "config, context";
        return new FilterConstructor(config, "new " + filter.getQualifiedName() + "(" + arguments + ")");
    }

    private static @Nullable TypeElement record(VariableElement parameter, ProcessingEnvironment environment) {
        return environment.getTypeUtils().asElement(parameter.asType()) instanceof TypeElement type
                        && type.getKind() == ElementKind.RECORD
                ? type
                : null;
    }

    private static boolean isContext(VariableElement parameter, ProcessingEnvironment environment) {
        return environment.getTypeUtils().asElement(parameter.asType()) instanceof TypeElement type
                && type.getQualifiedName().contentEquals(FilterContext.class.getName());
    }

    private static void checkThrown(ExecutableElement constructor, TypeMirror thrown, ProcessingEnvironment environment)
            throws UnusableFilterException {
        boolean allowed = environment.getTypeUtils().asElement(thrown) instanceof TypeElement type
                && (FilterShape.isA(type, IOException.class, environment)
                        || FilterShape.isA(type, RuntimeException.class, environment));
        if (!allowed) {
            throw new UnusableFilterException(
                    constructor,
                    "the constructor of a filter may throw IOException and unchecked exceptions, not " + thrown);
        }
    }
}
