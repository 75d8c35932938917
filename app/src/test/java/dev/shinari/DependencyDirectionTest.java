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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Dependencies point one way. Each package is a node of its own, so a package and its subpackages
 * form no cycle either:
 *
 * <pre>
 *   math  &lt;-  parallel, kernel, mesh  &lt;-  body.region  &lt;-  body.shaping, example  &lt;-  body
 *             body       &lt;-  collide, fracture, lattice  &lt;-  world  &lt;-  rig  &lt;-  io  &lt;-  app
 *             kernel     &lt;-  simd (found by ServiceLoader)
 *             math, mesh &lt;-  bem, skeleton, skinning, shell  &lt;-  articulated  &lt;-  io
 *             take       &lt;-  world  &lt;-  take.record
 *             take       &lt;-  render  &lt;-  app
 *             app.cluster  &lt;-  spark (a module of its own, found by ServiceLoader)
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
    "take",
    "motion",
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
    "take",
    "motion",
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
    assertThat(found).contains(CORE).contains("simd", "rig", "io", "render", "app");
  }

  @ParameterizedTest
  @CsvSource({
    "math, ''",
    "style, math",
    "motion, math",
    "parallel, math",
    "kernel, math",
    "mesh, math",
    "pose, math mesh",
    "example, math parallel kernel mesh body",
    "body, math parallel kernel mesh example",
    "collide, math motion parallel kernel mesh body",
    "fracture, math parallel mesh example body",
    "lattice, math parallel mesh example body fracture",
    "take, math style parallel mesh example body collide fracture world",
    "world, math style motion parallel kernel mesh example body collide fracture take",
    "bem, math mesh kernel parallel",
    "skeleton, math",
    "skinning, math parallel mesh",
    "shell, math mesh",
    "articulated, math motion parallel mesh body collide take world bem skeleton skinning shell",
    "cartoon, math body fracture take world",
    "simd, math kernel",
    "rig, math parallel kernel mesh body",
    "rig.runtime, ''",
    "render, math style mesh take",
    "io, math style motion parallel kernel mesh pose example body collide fracture lattice take world bem skeleton skinning shell articulated cartoon rig",
    "app, math style motion parallel kernel mesh pose example body collide fracture lattice take world bem skeleton skinning shell articulated cartoon rig io render",
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

  @Test
  void packagesFormNoCycle() {
    slices().matching("dev.shinari.(**)").should().beFreeOfCycles().check(ALL);
  }

  @Test
  void aPackageHoldsAtMostTwentyFiveClasses() {
    Map<String, Integer> classes = new TreeMap<>();
    for (JavaClass c : ALL) {
      if (c.isTopLevelClass() && !c.getSimpleName().equals("package-info")) {
        classes.merge(c.getPackageName(), 1, Integer::sum);
      }
    }
    classes.values().removeIf(n -> n <= 25);
    assertThat(classes).isEmpty();
  }

  @Test
  void noTwoClassesHaveTheSameName() {
    Map<String, Set<String>> byName = new TreeMap<>();
    for (JavaClass c : ALL) {
      if (c.isTopLevelClass() && !c.getSimpleName().equals("package-info")) {
        byName.computeIfAbsent(c.getSimpleName(), n -> new TreeSet<>()).add(c.getName());
      }
    }
    byName.values().removeIf(s -> s.size() == 1);
    assertThat(byName).isEmpty();
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
        .resideOutsideOfPackages(ROOT + "render..", ROOT + "io.drawing..")
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
  private static final Set<String> NOT_YET = Set.of("io.scene", "render");

  @Test
  void noMethodOutsideTheKernelsTakesMoreThanSevenParameters() {
    Set<String> longer = new TreeSet<>();
    for (JavaClass c : ALL) {
      String in =
          c.getPackageName().substring(Math.min(ROOT.length(), c.getPackageName().length()));
      if (KERNELS.contains(in) || NOT_YET.stream().anyMatch(in::startsWith)) {
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
