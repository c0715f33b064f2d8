package io.sluice.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.sluice.api.BulkField;
import io.sluice.bulk.line.BulkLine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.sluice.bench");

    @Test
    void theStubComputesPlacesWithCodeOfItsOwn() {
        noClasses()
                .that()
                .resideInAPackage("io.sluice.bench.stub..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.sluice.bulk.hash..",
                        "io.sluice.bulk.answer..",
                        "io.sluice.bulk.retry..",
                        "io.sluice.cluster..",
                        "io.sluice.json..",
                        "io.sluice.exchange..",
                        "io.sluice.regroup..",
                        "io.sluice.upstream..")
                .orShould()
                .callMethod(BulkLine.class, "routingHash", BulkField.class)
                .because("a placement check that uses the gateway's own routing would prove nothing")
                .check(CLASSES);
    }

    @Test
    void toolsDoNotKnowTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.sluice.bench.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.sluice.bench.cli..")
                .check(CLASSES);
    }

    @Test
    void toolsDoNotDependOnEachOtherInCircles() {
        slices().matching("io.sluice.bench.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
