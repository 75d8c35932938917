package dev.shinari;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Dependencies point one way:
 *
 * <pre>
 *   math  &lt;-  parallel, kernel, mesh  &lt;-  example  &lt;-  body  &lt;-  collide, fracture  &lt;-  world  &lt;-  rig  &lt;-  io  &lt;-  app
 *                       kernel        &lt;-  simd (found by ServiceLoader, used by nobody)
 *             math, mesh              &lt;-  bem, skeleton  &lt;-  articulated (with world)  &lt;-  io
 *             math                    &lt;-  style  &lt;-  world (how pictures look, as plain numbers)
 *             body, fracture, world   &lt;-  cartoon  &lt;-  io
 *             app.cluster             &lt;-  spark (a module of its own, found by ServiceLoader)
 *             math, mesh              &lt;-  reference (used by tests, benchmarks and rig.reference)
 * </pre>
 */
class DependencyDirectionTest {
  private static final String ROOT = "dev.shinari.";

  /** What feeds the simulation: its numbers must be the same on every JVM and machine. */
  private static final String[] SIMULATION = {
    "kernel",
    "simd",
    "mesh",
    "pose",
    "example",
    "body",
    "fracture",
    "lattice",
    "collide",
    "world",
    "reference",
    "rig",
    "io.scene",
    "io.drawing",
    "bem",
    "skeleton",
    "skinning",
    "shell",
    "articulated",
    "cartoon"
  };

  private static final String[] CORE = {
    "math",
    "style",
    "parallel",
    "kernel",
    "mesh",
    "pose",
    "example",
    "body",
    "fracture",
    "lattice",
    "collide",
    "world",
    "reference",
    "bem",
    "skeleton",
    "skinning",
    "shell",
    "articulated",
    "cartoon"
  };

  /**
   * Functions that may differ by an ulp: those of Math from JVM to JVM, those of StrictMath from
   * browser to browser; and fma, which rounds once.
   */
  private static final Set<String> LOOSE =
      Set.of(
          "sin",
          "cos",
          "tan",
          "asin",
          "acos",
          "atan",
          "atan2",
          "sinh",
          "cosh",
          "tanh",
          "exp",
          "expm1",
          "log",
          "log10",
          "log1p",
          "pow",
          "cbrt",
          "hypot",
          "fma",
          "toRadians",
          "toDegrees");

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.shinari");

  private static String[] packages(String... names) {
    return Arrays.stream(names).map(n -> ROOT + n + "..").toArray(String[]::new);
  }

  @Test
  void theClassesOfAllModulesAreLookedAt() {
    Set<String> found = new TreeSet<>();
    ALL.forEach(c -> found.add(c.getPackageName().substring(ROOT.length()).split("\\.", 2)[0]));
    assertThat(found).contains(CORE).contains("simd", "rig", "io", "app");
  }

  @ParameterizedTest
  @CsvSource({
    "math, ''",
    "style, math",
    "parallel, math",
    "kernel, math",
    "mesh, math",
    "pose, math mesh",
    "example, math mesh",
    "body, math parallel kernel mesh example",
    "collide, math parallel kernel mesh body",
    "fracture, math parallel mesh body example",
    "lattice, math parallel mesh body example fracture",
    "world, math parallel kernel mesh example body fracture collide style",
    "bem, math mesh kernel parallel",
    "skeleton, math",
    "skinning, math parallel mesh",
    "shell, math mesh",
    "articulated, math parallel mesh bem skeleton skinning shell collide world body",
    "cartoon, math body fracture world",
    "reference, math mesh",
    "simd, math kernel",
    "rig, math parallel kernel mesh body reference",
    "rig.runtime, ''",
    "io, math parallel kernel mesh pose example body fracture lattice collide world rig bem skeleton skinning shell articulated cartoon style",
    "app, math parallel kernel mesh pose example body fracture lattice collide world rig bem skeleton skinning shell articulated cartoon style io",
  })
  void aPackageUsesOnlyThoseBelowIt(String name, String below) {
    String[] allowed =
        Stream.concat(Stream.of(name), Arrays.stream(below.split(" ")).filter(s -> !s.isEmpty()))
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(ROOT + name + "..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.shinari..")
                .and(
                    DescribedPredicate.not(
                        JavaClass.Predicates.resideInAnyPackage(packages(allowed)))))
        .check(ALL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dev.shinari.(*)..",
        "dev.shinari.rig.(*)..",
        "dev.shinari.io.(*)..",
        "dev.shinari.app.(*).."
      })
  void packagesFormNoCycle(String pattern) {
    slices().matching(pattern).should().beFreeOfCycles().check(ALL);
  }

  @Test
  void coreNeedsNothingButTheJdk() {
    classes()
        .that()
        .resideInAnyPackage(packages(CORE))
        .should()
        .onlyDependOnClassesThat(
            JavaClass.Predicates.resideInAnyPackage("java..")
                .or(JavaClass.Predicates.resideInAnyPackage(packages(CORE))))
        .check(ALL);
  }

  @Test
  void nobodyHereKnowsTheCluster() {
    noClasses().should().dependOnClassesThat().resideInAnyPackage("org.apache..").check(ALL);
  }

  @Test
  void onlyTheRendererAndTheReaderOfDrawingsUseTheJdksPictures() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + "app.render..", ROOT + "io.drawing..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.awt..", "javax.imageio..", "javax.swing..")
        .check(ALL);
  }

  @Test
  void nothingThatFeedsTheSimulationCallsMathThatMayDiffer() {
    noClasses()
        .that()
        .resideInAnyPackage(packages(SIMULATION))
        .should()
        .callMethodWhere(
            describe(
                "a function that PortableMath pins down",
                call ->
                    (call.getTargetOwner().isEquivalentTo(Math.class)
                            || call.getTargetOwner().isEquivalentTo(StrictMath.class)
                                // depends on nothing, and feeds no simulation
                                && !call.getOriginOwner()
                                    .getPackageName()
                                    .equals(ROOT + "rig.runtime"))
                        && LOOSE.contains(call.getTarget().getName())))
        .check(ALL);
  }

  @Test
  void nothingThatFeedsTheSimulationUsesOrderOrChanceOfTheMoment() {
    noClasses()
        .that()
        .resideInAnyPackage(packages(SIMULATION))
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.IdentityHashMap")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .callMethod(System.class, "identityHashCode", Object.class)
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(ALL);
  }

  /** Packages whose methods may take more than seven parameters: the inner loops. */
  private static final Set<String> KERNELS = Set.of("kernel", "simd");

  /** Packages that still have longer lists; none may be added. */
  private static final Set<String> NOT_YET = Set.of("io.scene", "app.render");

  @Test
  void noMethodOutsideTheKernelsTakesMoreThanSevenParameters() {
    Set<String> longer = new TreeSet<>();
    for (JavaClass c : ALL) {
      String in =
          c.getPackageName().substring(Math.min(ROOT.length(), c.getPackageName().length()));
      if (KERNELS.contains(in) || NOT_YET.contains(in)) {
        continue;
      }
      for (JavaCodeUnit unit : c.getCodeUnits()) {
        boolean canonical =
            c.isRecord() && unit.isConstructor() && isCanonical(c, (JavaConstructor) unit);
        if (unit.getRawParameterTypes().size() > 7
            && !unit.getModifiers().contains(JavaModifier.SYNTHETIC)
            && !canonical) {
          longer.add(unit.getFullName());
        }
      }
    }
    assertThat(longer).isEmpty();
  }

  /** A record's canonical constructor names its components; there are as many as it has fields. */
  private static boolean isCanonical(JavaClass record, JavaConstructor constructor) {
    long components =
        record.getFields().stream()
            .filter(f -> !f.getModifiers().contains(JavaModifier.STATIC))
            .count();
    return constructor.getRawParameterTypes().size() == components;
  }
}
