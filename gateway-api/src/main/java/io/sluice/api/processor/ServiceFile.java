package io.sluice.api.processor;

import io.sluice.api.FilterFactory;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.util.Elements;
import javax.tools.StandardLocation;

/** The file of the jar that names its filter factories. Its earlier lines stay if their classes still exist. */
final class ServiceFile {
    private static final String NAME = "META-INF/services/" + FilterFactory.class.getName();

    private final Filer filer;
    private final Elements elements;

    ServiceFile(ProcessingEnvironment environment) {
        this.filer = environment.getFiler();
        this.elements = environment.getElementUtils();
    }

    /** Adds factories to those that the file names: a compiler that was given some classes only, or the author, wrote them. */
    void add(Collection<String> factories) throws IOException {
        Set<String> all = existing();
        all.addAll(factories);
        try (Writer file =
                filer.createResource(StandardLocation.CLASS_OUTPUT, "", NAME).openWriter()) {
            for (String factory : all) {
                file.write(factory + "\n");
            }
        }
    }

    private Set<String> existing() throws IOException {
        Set<String> names = new TreeSet<>();
        try (BufferedReader file = new BufferedReader(
                filer.getResource(StandardLocation.CLASS_OUTPUT, "", NAME).openReader(true))) {
            file.lines()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(name -> elements.getTypeElement(name.replace('$', '.')) != null)
                    .forEach(names::add);
        } catch (NoSuchFileException | FileNotFoundException e) {
            return names; // the first compilation
        }
        return names;
    }
}
