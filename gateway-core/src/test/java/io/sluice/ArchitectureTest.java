package io.sluice;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import io.sluice.failure.RepeatedTask;
import io.sluice.upstream.NodeProber;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ArchitectureTest {
    /** Bottom first: a package uses only those before it. */
    private static final List<String> PACKAGES = List.of(
            "api",
            "failure",
            "files",
            "metrics",
            "wire",
            "json",
            "bulk.hash",
            "bulk.verdict",
            "bulk.line",
            "bulk.answer",
            "bulk.retry",
            "tls",
            "config",
            "tracing",
            "plugin",
            "chain",
            "cluster",
            "upstream",
            "regroup",
            "queue",
            "tap",
            "mirror",
            "recording",
            "exchange",
            "server",
            "admin",
            "index.call",
            "index.read",
            "index.write",
            "index.translate",
            "index.job",
            "index.diff",
            "index.copy",
            "index.archive",
            "cli");

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.sluice");

    @Test
    void packagesUseOnlyThoseBelow() {
        LayeredArchitecture layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String name : PACKAGES) {
            layers = layers.layer(name).definedBy("io.sluice." + name + "..");
        }
        for (int i = 0; i < PACKAGES.size(); i++) {
            List<String> above = PACKAGES.subList(i + 1, PACKAGES.size());
            layers = above.isEmpty()
                    ? layers.whereLayer(PACKAGES.get(i)).mayNotBeAccessedByAnyLayer()
                    : layers.whereLayer(PACKAGES.get(i)).mayOnlyBeAccessedByLayers(above.toArray(String[]::new));
        }
        layers.check(CORE);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.sluice.(*)..").should().beFreeOfCycles().check(CORE);
    }

    @Test
    void theApiNeedsOnlyTheJdkBuffersAndJspecify() {
        classes()
                .that()
                .resideInAPackage("io.sluice.api")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "io.sluice.api",
                        "io.sluice.api.queue",
                        "java..",
                        "io.netty.buffer..",
                        "org.jspecify.annotations.."))
                .check(CORE);
    }

    @Test
    void theContractOfQueuesNeedsNothingOfFilters() {
        classes()
                .that()
                .resideInAPackage("io.sluice.api.queue")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "io.sluice.api.queue", "java..", "io.netty.buffer..", "org.jspecify.annotations.."))
                .check(CORE);
    }

    @Test
    void whatTheCompilerRunsNeedsOnlyTheApiAndTheCompilersOwn() {
        classes()
                .that()
                .resideInAPackage("io.sluice.api.processor")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "io.sluice.api..",
                        "java..",
                        "javax.annotation.processing",
                        "javax.lang.model..",
                        "javax.tools",
                        "org.jspecify.annotations.."))
                .check(CORE);
    }

    @Test
    void onlyTheReadGateReadsFromAClientDuringAnExchange() {
        // A recorded port hands on what the gate asks for.
        assertThat(readersOf("io.sluice.exchange.ClientPort")).containsExactly("ReadGate", "RecordedPort");
    }

    /** A relay over several connections reads its own, when the gate or its window asks; a probe has no exchange. */
    @Test
    void onlyTheReadGateAndRelaysOfBulksReadFromNodes() {
        assertThat(readersOf("io.sluice.upstream.Relay"))
                .containsExactly(
                        "AtomicRelay",
                        "Attempt",
                        "BulkRelay",
                        "MirrorRequest",
                        "MirroredRelay",
                        "Probe",
                        "ReadGate",
                        "SubRequest",
                        "WholeRelay");
    }

    /** Until a client's connection has said who it is and what it speaks, or where it is refused, there is no exchange that could ask. */
    @Test
    void onlyConnectionsReadFromChannels() {
        assertThat(readersOf("io.netty.channel.ChannelOutboundInvoker"))
                .containsExactly(
                        "ClientConnection",
                        "ClientPipeline",
                        "Connector",
                        "Discarding",
                        "GentleEnds",
                        "ProxyHeader",
                        "TlsDoor",
                        "UpstreamConnection");
    }

    /** The classes that call, or refer to, {@code read()} of the type or of a type below it. */
    private static Set<String> readersOf(String source) {
        Set<String> readers = new TreeSet<>();
        CORE.forEach(each -> each.getCodeUnitAccessesFromSelf().stream()
                .filter(access -> access.getName().equals("read")
                        && access.getTarget().getRawParameterTypes().isEmpty()
                        && access.getTargetOwner().isAssignableTo(source))
                .forEach(access -> readers.add(access.getOriginOwner().getSimpleName())));
        return readers;
    }

    /** Others read texts of the gateway's own or of its operator, or bulks, whose factories are replaced. */
    @Test
    void whatClientsAndServersWroteIsReadByNothingThatKeepsItsNames() {
        Set<String> readers = new TreeSet<>();
        CORE.forEach(each -> each.getMethodCallsFromSelf().stream()
                .filter(call -> call.getTargetOwner().isAssignableTo("com.fasterxml.jackson.core.TreeCodec")
                                && call.getName().matches("read(Tree|Value|Values)")
                        || call.getTargetOwner().isAssignableTo("com.fasterxml.jackson.core.TokenStreamFactory")
                                && call.getName().matches("create.*Parser"))
                .forEach(call -> readers.add(call.getOriginOwner().getSimpleName())));
        assertThat(readers)
                .containsExactly(
                        "AdminCalls",
                        "ArchiveFileReader",
                        "BulkGrammar",
                        "ConfigRenderer",
                        "ConfigSchema",
                        "ForeignJson",
                        "Journal",
                        "Manifest",
                        "RecordingFormat",
                        "RefusedFile",
                        "YamlReader");
    }

    /** The registry holds what a function meter reads weakly by default; a meter group holds it as long as the meter. */
    @Test
    void onlyMeterGroupsMakeMetersThatReadTheirValues() {
        noClasses()
                .that()
                .doNotHaveSimpleName("MeterGroup")
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "io\\.micrometer\\.core\\.instrument\\.(Gauge|TimeGauge|FunctionCounter|FunctionTimer)\\$Builder")
                .check(CORE);
    }

    // An executor never runs a task of its own schedule again once it has thrown.
    @Test
    void tasksAreRepeatedOnlyWhereNothingStopsThem() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(RepeatedTask.class, NodeProber.class)
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "repeats a task", call -> call.getName().matches("schedule(WithFixedDelay|AtFixedRate)")))
                .because("RepeatedTask goes on whatever the task throws")
                .check(CORE);
    }
}
