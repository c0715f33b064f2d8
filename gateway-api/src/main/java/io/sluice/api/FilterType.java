package io.sluice.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a class known to the gateway as a type of filter, without a line in {@code META-INF/services}. It stands on one of three
 * kinds of classes:
 *
 * <ul>
 *   <li>a record that implements {@link Filter}: its components carry {@link Key} and are what stands under {@code config}. The
 *       compiler writes its factory, whose {@code create} gives the record. For filters that need nothing but their configuration.
 *   <li>another class that implements {@link Filter}: its only constructor takes a record whose components carry {@link Key}, and a
 *       {@link FilterContext} if it wants one. The compiler writes its factory, which calls the constructor. For filters that prepare
 *       something once, such as {@link JsonRules}, or that need meters, files or clusters. The constructor may block, and may throw
 *       what {@link FilterFactory#create} may.
 *   <li>a {@link FilterFactory}, for filters that are made in another way.
 * </ul>
 *
 * <p>An annotation processor in this jar does the work; what it cannot use is an error of the compiler. From JDK 23 on the compiler
 * runs processors of the class path only if it is asked to: {@code -proc:full}, with Maven the property
 * {@code maven.compiler.proc=full}.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface FilterType {

    /** The name used in configurations, in kebab-case ({@code basic-auth}); unique among all filters of a gateway. */
    String value();

    /**
     * One line for {@code sluice filters}: what filters of this type do. If it is empty, a filter's is the first sentence of its
     * Javadoc, and a factory overrides {@link FilterFactory#description()}.
     */
    String description() default "";
}
