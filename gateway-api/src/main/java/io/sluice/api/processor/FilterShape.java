package io.sluice.api.processor;

import io.sluice.api.Filter;
import io.sluice.api.FilterFactory;
import io.sluice.api.FilterType;
import io.sluice.api.Key;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * A class with {@link FilterType}, checked.
 *
 * @param type the name of the filters' type
 * @param description one line, not empty for a filter
 * @param packageName empty for the unnamed package
 * @param config the configuration's record, with dots; empty for a factory that was written by hand
 * @param creation the expression that makes a filter of {@code config} and {@code context}; empty for a factory that was written by hand
 * @param factory the factory's binary name
 */
record FilterShape(
        String type, String description, String packageName, String config, String creation, String factory) {
    private static final Pattern KEBAB = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    private static final Pattern SENTENCE_END = Pattern.compile("\\.(\\s|$)|\\n\\s*(\\n|@)");
    private static final Pattern INLINE_TAG = Pattern.compile("\\{@\\w+\\s+([^}]*)}");

    static FilterShape of(TypeElement annotated, ProcessingEnvironment environment) throws UnusableFilterException {
        FilterType annotation = annotated.getAnnotation(FilterType.class);
        String type = annotation.value();
        if (!KEBAB.matcher(type).matches()) {
            throw new UnusableFilterException(
                    annotated, "a type is written in kebab-case as in basic-auth, not '" + type + "'");
        }
        reachable(annotated);
        String inPackage = environment
                .getElementUtils()
                .getPackageOf(annotated)
                .getQualifiedName()
                .toString();
        String qualified = annotated.getQualifiedName().toString();
        String name = inPackage.isEmpty() ? qualified : qualified.substring(inPackage.length() + 1);
        if (isA(annotated, FilterFactory.class, environment) && annotated.getKind() == ElementKind.CLASS) {
            checkFactory(annotated, annotation);
            String binary =
                    environment.getElementUtils().getBinaryName(annotated).toString();
            return new FilterShape(type, annotation.description(), inPackage, "", "", binary);
        }
        String description = describe(annotated, annotation, environment);
        String factory = (inPackage.isEmpty() ? "" : inPackage + ".") + name.replace('.', '_') + "_Factory";
        if (annotated.getKind() == ElementKind.RECORD && isA(annotated, Filter.class, environment)) {
            checkRecord(annotated);
            return new FilterShape(type, description, inPackage, qualified, "config", factory);
        }
        if (annotated.getKind() == ElementKind.CLASS && isA(annotated, Filter.class, environment)) {
            FilterConstructor made = FilterConstructor.of(annotated, environment);
            reachable(made.config());
            checkRecord(made.config());
            String config = made.config().getQualifiedName().toString();
            return new FilterShape(type, description, inPackage, config, made.call(), factory);
        }
        throw new UnusableFilterException(annotated, "@FilterType stands on a Filter or on a FilterFactory");
    }

    /** Whether the factory is to be written. */
    boolean lacksFactory() {
        return !creation.isEmpty();
    }

    /** The source text of the factory. */
    String source() {
        String simpleName = factory.substring(packageName.isEmpty() ? 0 : packageName.length() + 1);
        String declaration = packageName.isEmpty() ? "" : "package " + packageName + ";\n\n";
        return declaration
                + """
                import io.sluice.api.Filter;
                import io.sluice.api.FilterContext;
                import io.sluice.api.FilterFactory;

                /** Makes {@code %1$s} filters. Generated. */
                @javax.annotation.processing.Generated("%2$s")
                public final class %3$s implements FilterFactory<%4$s> {
                    @Override
                    public int apiVersion() {
                        return API_VERSION;
                    }

                    @Override
                    public String type() {
                        return "%1$s";
                    }

                    @Override
                    public String description() {
                        return "%5$s";
                    }

                    @Override
                    public Class<%4$s> configType() {
                        return %4$s.class;
                    }

                    @Override
                    public Filter create(%4$s config, FilterContext context) throws java.io.IOException {
                        return %6$s;
                    }
                }
                """.formatted(
                        type, FilterTypeProcessor.class.getName(), simpleName, config, literal(description), creation);
    }

    private static String literal(String text) {
        return text.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", " ")
                .replace("\r", " ");
    }

    static boolean isA(TypeElement element, Class<?> type, ProcessingEnvironment environment) {
        TypeElement wanted = environment.getElementUtils().getTypeElement(type.getName());
        return environment
                .getTypeUtils()
                .isAssignable(
                        environment.getTypeUtils().erasure(element.asType()),
                        environment.getTypeUtils().erasure(wanted.asType()));
    }

    // The factory is another class of the package.
    private static void reachable(TypeElement annotated) throws UnusableFilterException {
        Element each = annotated;
        while (each != null && (each.getKind().isClass() || each.getKind().isInterface())) {
            Element outer = each.getEnclosingElement();
            Set<Modifier> modifiers = each.getModifiers();
            boolean inner = outer != null && outer.getKind().isClass() && !modifiers.contains(Modifier.STATIC);
            if (modifiers.contains(Modifier.PRIVATE) || inner) {
                throw new UnusableFilterException(
                        each,
                        each.getSimpleName() + " must be neither private nor an inner class, so that it can be made");
            }
            each = outer;
        }
    }

    private static void checkRecord(TypeElement record) throws UnusableFilterException {
        if (!record.getTypeParameters().isEmpty()) {
            throw new UnusableFilterException(record, "a configuration cannot say what a type parameter is");
        }
        for (RecordComponentElement component : record.getRecordComponents()) {
            if (component.getAnnotation(Key.class) == null) {
                throw new UnusableFilterException(
                        component,
                        "the component " + component.getSimpleName() + " needs @Key: it is a key of the configuration");
            }
        }
    }

    private static void checkFactory(TypeElement factory, FilterType annotation) throws UnusableFilterException {
        boolean made = factory.getModifiers().contains(Modifier.PUBLIC)
                && !factory.getModifiers().contains(Modifier.ABSTRACT)
                && ElementFilter.constructorsIn(factory.getEnclosedElements()).stream()
                        .anyMatch(each -> each.getParameters().isEmpty()
                                && each.getModifiers().contains(Modifier.PUBLIC));
        if (!made) {
            throw new UnusableFilterException(
                    factory, "a factory must be public and not abstract, with a public constructor without parameters");
        }
        List<ExecutableElement> methods = ElementFilter.methodsIn(factory.getEnclosedElements());
        for (ExecutableElement method : methods) {
            if (method.getSimpleName().contentEquals("type")
                    && method.getParameters().isEmpty()) {
                throw new UnusableFilterException(method, "@FilterType names the type already: leave this method out");
            }
        }
        boolean describes = methods.stream()
                .anyMatch(each -> each.getSimpleName().contentEquals("description")
                        && each.getParameters().isEmpty());
        if (annotation.description().isBlank() && !describes) {
            throw new UnusableFilterException(factory, "@FilterType of a factory needs a description");
        }
    }

    private static String describe(TypeElement filter, FilterType annotation, ProcessingEnvironment environment) {
        if (!annotation.description().isBlank()) {
            return annotation.description().strip();
        }
        String sentence = firstSentence(environment.getElementUtils().getDocComment(filter));
        return sentence.isEmpty() ? "filters of the class " + filter.getQualifiedName() : sentence;
    }

    private static String firstSentence(@Nullable String comment) {
        if (comment == null) {
            return "";
        }
        String text = INLINE_TAG.matcher(comment.strip()).replaceAll("$1");
        if (text.startsWith("@")) {
            return "";
        }
        String sentence = SENTENCE_END.split(text, 2)[0].replaceAll("\\s+", " ").strip();
        boolean plain = sentence.length() > 1 && Character.isLowerCase(sentence.charAt(1));
        return plain ? Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1) : sentence;
    }
}
