package io.sluice.filters;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ArchitectureTest {

    private static final JavaClasses FILTERS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.sluice.filters");

    @Test
    void usesNothingOfTheGatewayButItsApi() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.crypto..",
                        "javax.naming..",
                        "javax.security.auth.x500..",
                        "io.netty.buffer..",
                        "org.jspecify.annotations..",
                        "org.slf4j..",
                        "at.favre.lib.crypto.bcrypt..",
                        "com.google.re2j..",
                        "com.fasterxml.jackson..",
                        "io.sluice.api..",
                        "io.sluice.filters..")
                .check(FILTERS);
    }

    @Test
    void usesBcryptInBasicAuthOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.sluice.filters.basicauth")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("at.favre..")
                .check(FILTERS);
    }

    @Test
    void usesJacksonForTablesOfPlacesAndMovesOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.sluice.filters.tenant..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml..")
                .check(FILTERS);
    }

    @Test
    void usesRe2InTenantOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.sluice.filters.tenant.identity")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.google..")
                .check(FILTERS);
    }

    @Test
    void keepsTheFiltersApartButForWhatTheyShare() {
        slices().matching("io.sluice.filters.(*)..")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(
                        com.tngtech.archunit.base.DescribedPredicate.alwaysTrue(),
                        com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage(
                                "io.sluice.filters.match",
                                "io.sluice.filters.http",
                                "io.sluice.filters.watch",
                                "io.sluice.filters.lines",
                                "io.sluice.filters.search",
                                "io.sluice.filters.handle"))
                .check(FILTERS);
    }
}
