package dev.shinari.app;

import static dev.shinari.app.Draft.LEFT;
import static dev.shinari.app.Draft.LENGTH;
import static dev.shinari.app.Draft.MIDDLE;
import static dev.shinari.app.Draft.center;
import static dev.shinari.app.Draft.gap;
import static dev.shinari.app.Draft.least;
import static dev.shinari.app.Draft.length;
import static dev.shinari.app.Draft.mean;
import static dev.shinari.app.Draft.run;
import static dev.shinari.app.Draft.weight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.app.studio.stage.Replay;
import dev.shinari.app.studio.stage.SceneSource;
import dev.shinari.app.studio.stage.Stage;
import dev.shinari.app.studio.stage.StageAction;
import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.io.ExportFormat;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.feature.BodyKind;
import dev.shinari.io.scene.feature.Feature;
import dev.shinari.io.scene.feature.FeatureTable;
import dev.shinari.io.scene.format.Problem;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.parallel.Workers;
import dev.shinari.take.Take;
import dev.shinari.take.record.Recorder;
import dev.shinari.world.Snapshot;
import dev.shinari.world.World;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every cell of {@link FeatureTable} from a small scene: the feature has its effect on the
 * body, compared with the same scene without it, or the scene is refused at the place that asks for
 * it.
 */
class FeatureTableTest {
  private static final String STRETCH = "{ 'kind': 'stretch', 'name': 'long', 'axis': 'x' }";

  @TempDir Path folder;

  static Stream<Arguments> cells() {
    return Arrays.stream(Feature.values())
        .flatMap(f -> Arrays.stream(BodyKind.values()).map(k -> Arguments.of(f, k)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("cells")
  void everyCellWorksOrIsRefusedWithItsReason(Feature feature, BodyKind kind) throws Exception {
    String why = FeatureTable.reason(feature, kind);
    if (why != null) {
      refused(feature, kind, why);
    } else {
      works(feature, kind);
    }
  }

  /** A scene that asks for the pair is refused at the line that asks for it. */
  private void refused(Feature feature, BodyKind kind, String why) throws Exception {
    Draft draft = draft(feature, kind);
    SceneException e = catchThrowableOfType(SceneException.class, draft::world);
    assertThat(e).as("refusal of\n%s", draft.text()).isNotNull();
    assertThat(e.problems()).hasSize(1);
    Problem p = e.problems().get(0);
    assertThat(p.message()).contains(why);
    assertThat(p.file()).isEqualTo("cell.jsonc");
    assertThat(p.column()).isPositive();
    String line = draft.text().split("\n")[p.line() - 1];
    // The title of a feature that some kind refuses begins with its key.
    String key = feature.title().split("`")[1];
    assertThat(line).contains(key.substring(key.lastIndexOf('.') + 1));
    assertThat(SceneFile.problems("cell.jsonc", draft.text(), null, List.of())).containsExactly(p);
  }

  @Test
  void theTableNamesEveryEffectGroupDrivePoseAndFormat() {
    assertThat(titles("Exports"))
        .containsExactlyElementsOf(
            Arrays.stream(ExportFormat.values()).map(ExportFormat::id).toList());
    assertThat(titles("Cartoon effects"))
        .containsExactlyElementsOf(kinds("effect").stream().map(k -> "`" + k + "`").toList());
    assertThat(titles("Weight drives"))
        .containsExactlyElementsOf(kinds("drive").stream().map(k -> "by " + k).toList());
    List<String> names = Arrays.stream(Feature.values()).map(Feature::name).toList();
    for (String kind : kinds("groups")) {
      assertThat(names).contains("GROUPS_" + kind.toUpperCase(Locale.ROOT));
    }
    List<String> files = kinds("pose");
    files.removeIf(k -> !List.of("cage", "surface", "morph", "otherMesh").contains(k));
    assertThat(files).hasSize(4);
  }

  private static List<String> titles(String section) {
    return Arrays.stream(Feature.values())
        .filter(f -> f.section().equals(section))
        .map(Feature::title)
        .toList();
  }

  /** The kinds of an object of the scene format. */
  private static List<String> kinds(String object) {
    List<String> found = new ArrayList<>();
    Matcher m = Pattern.compile("### " + object + " `(\\w+)`").matcher(SceneFile.reference());
    while (m.find()) {
      found.add(m.group(1));
    }
    return found;
  }

  // ---- the scenes

  private static String examples(String pose, String more) {
    return "{ 'beta': 1, 'poses': [ " + pose + " ]" + more + " }";
  }

  private static String driven(String drive) {
    return "{ 'beta': 0.3, 'poses': [ "
        + STRETCH
        + " ], 'drive': [ { 'pose': 'long', "
        + drive
        + " } ] }";
  }

  /** Its left half is pinned and its right end pulled: only the right half is stretched. */
  private static Draft halfPulled(BodyKind kind, String groups) {
    return new Draft(kind)
        .pin("{ 'kind': 'side', 'side': 'left', 'depth': 0.55 }")
        .pullRight(0.2, 0)
        .body("examples", examples(STRETCH, ", 'groups': " + groups));
  }

  /** Stretched by half, let go at 0.35 s. */
  private static Draft pulled(BodyKind kind) {
    return new Draft(kind).pin(LEFT).pullRight(0.4, 0.35);
  }

  /** The scene that asks for a feature. */
  private Draft draft(Feature feature, BodyKind kind) throws Exception {
    Draft d = new Draft(kind);
    return switch (feature) {
      case CAGE_UNEVEN -> d.gravity().pin(LEFT).cage("'uneven': 2");
      case CAGE_EVEN_REGIONS ->
          FeatureTable.reason(Feature.CAGE_UNEVEN, kind) == null
              ? d.gravity().pin(LEFT).cage("'uneven': 2").cage("'regions': 'even'")
              : d.cage("'regions': 'even'");
      case CAGE_HALF_WIDTH -> d.gravity().pin(LEFT).cage("'halfWidth': 3");
      case GROUPS_ONE -> halfPulled(kind, "'one'");
      case GROUPS_EACH -> halfPulled(kind, "'each'");
      case GROUPS_PLANE -> halfPulled(kind, "{ 'kind': 'plane', 'normal': [1, 0, 0] }");
      case GROUPS_SETS ->
          halfPulled(
              kind,
              "{ 'kind': 'sets', 'sets': [ { 'name': 'arm', 'select': { 'kind': 'side', 'side':"
                  + " 'right', 'depth': 0.5 } } ] }");
      case GROUPS_HANDLES ->
          halfPulled(kind, "'handles'").body("pins", "[ " + LEFT + "," + MIDDLE + " ]");
      case POSES_FORMULA -> pulled(kind).body("examples", examples(STRETCH, ""));
      case POSES_CAGE, POSES_SURFACE, POSES_MORPH, POSES_OTHER_MESH ->
          PoseFiles.draft(pulled(kind), feature, folder);
      case DRIVE_TIME -> d.body("examples", driven("'kind': 'time', " + curve(0, 0, 0.1, 1)));
      case DRIVE_SPEED ->
          d.body("velocity", "[0, 0, 3]")
              .body("examples", driven("'kind': 'speed', " + curve(0, 0, 2, 1)));
      case DRIVE_IMPACT ->
          d.gravity()
              .floor(-0.6)
              .body("friction", "0")
              .body(
                  "examples",
                  driven("'kind': 'impact', 'halfLifeSeconds': 2, " + curve(0.3, 0, 1, 1)));
      case DRIVE_FORCE ->
          d.gravity()
              .body("pins", "[ " + MIDDLE + " ]")
              .body("examples", driven("'kind': 'force', " + curve(0.3, 0, 0.8, 1)));
      case DRIVE_DISTANCE ->
          d.other(
                  "{ 'name': 'other', 'shape': { 'kind': 'cuboid', 'size': [0.2, 0.2, 0.2] },"
                      + " 'cage': { 'resolution': 2 }, 'position': [0, 3, 0] }")
              .body(
                  "examples", driven("'kind': 'distance', 'body': 'other', " + curve(1, 0, 2, 1)));
      case SUPER_ELASTIC ->
          d.pin(LEFT)
              .pullRight(0.3, 0.3)
              .body("elasticity", "{ 'frequencyHz': 4, 'dampingRatio': 1 }")
              .effect("superElastic", "'frequencyHz': 3, 'dampingRatio': 0.03");
      case BREAKDOWN -> d.pin(LEFT).pullRight(1.2, 0).effect("breakdown", "'limit': 1.4");
      case BURST ->
          d.body("repeat", "{ 'count': 2, 'offset': [0.02, 0.1, 0.02] }")
              .effect("burst", "'atSeconds': 0.1, 'strength': 4");
      case SQUASH_STRETCH -> d.body("velocity", "[6, 0, 0]").effect("squashStretch", "");
      case JUMP ->
          d.effect("jump", "'atSeconds': 0.2, 'velocity': [0, 4, 0], 'anticipationSeconds': 0.1");
      case FOLLOW_THROUGH ->
          d.scene(
                  "forces",
                  "[ { 'kind': 'push', 'acceleration': [0, 20, 0], 'untilSeconds': 0.2 } ]")
              .effect(
                  "followThrough", "'parts': { 'kind': 'side', 'side': 'right', 'depth': 0.3 }");
      case IMPACT_HOLD -> thrown(d).effect("impactHold", "'holdSeconds': 0.2");
      case SMEAR -> d.body("velocity", "[9, 0, 0]").effect("smear", "");
      case GAIN_BOUNCE -> thrown(d).effect("gainBounce", "'gain': 1.4");
      case WOBBLE -> d.effect("wobble", "'axis': 'x', 'amount': 0.3");
      case MELT ->
          d.pin(LEFT)
              .pullRight(0.4, 0.6)
              .effect("melt", "'fadeSeconds': 0, 'untilSeconds': 0.6, 'flowPerSecond': 20");
      case INFLATE -> d.effect("inflate", "'size': 1.4, 'fadeSeconds': 0.2");
      case DENT -> d.pin(LEFT).pullRight(0.4, 0.6).effect("dent", "");
      case POISSON -> d.pin(LEFT).pullRight(0.3, 0).body("elasticity", "{ 'poisson': 0.45 }");
      case VOLUME_KEEPING -> d.pin(LEFT).pullRight(0.3, 0).body("volumeKeeping", "1");
      case HANDLES -> d.pullRight(0.3, 0);
      case PINS -> d.gravity().pin(LEFT);
      case TEAR_BY_PULL -> d.pin(LEFT).pullRight(1.2, 0).tear(1.4, "");
      case CUTS ->
          d.gravity()
              .pin(LEFT)
              .tear("'cuts': [ { 'atSeconds': 0.1, 'point': [0.03, 0, 0], 'normal': [1, 0, 0] } ]");
      case SHOTS ->
          d.tear(
              1.4,
              "'shots': [ { 'atSeconds': 0.05, 'from': [0.2, 0, 3], 'velocity':"
                  + " [0, 0, -60], 'radius': 0.12 } ]");
      case WEAK_LINES ->
          d.pin(LEFT)
              .pullRight(0.9, 0)
              .tear(
                  3,
                  "'paint': [ { 'from': [0.1, -0.2, 0], 'to': [0.1, 0.2, 0], 'radius':"
                      + " 0.25, 'toughness': 0.3 } ]");
      case CONTACT_FLOOR -> d.gravity().floor(-0.6);
      case CONTACT_BODIES ->
          d.gravity()
              .other(
                  "{ 'name': 'other', 'shape': { 'kind': 'cuboid', 'size': [2, 0.3, 2] }, 'cage':"
                      + " { 'kind': 'tet', 'resolution': 8 }, 'position': [0, -0.6, 0], 'pins': [ { 'kind':"
                      + " 'all' } ] }");
      case SNAPSHOT -> d.gravity().floor(-0.6).pin(LEFT).pullRight(0.3, 0.3);
      case REPLAY -> d.gravity().floor(-0.6);
      default -> d.gravity().pin(LEFT).pullRight(0.3, 0);
    };
  }

  private static String curve(double a, double wa, double b, double wb) {
    return "'curve': [ { 'at': "
        + a
        + ", 'weight': "
        + wa
        + " }, { 'at': "
        + b
        + ", 'weight': "
        + wb
        + " } ]";
  }

  private static Draft thrown(Draft d) {
    return d.floor(-0.5)
        .body("velocity", "[0, -4, 0]")
        .body("elasticity", "{ 'frequencyHz': 8, 'dampingRatio': 0.5 }");
  }

  /** The scene, and the same without the feature. */
  private World with(Feature f, BodyKind k) throws Exception {
    return draft(f, k).world();
  }

  private World without(Feature f, BodyKind k, UnaryOperator<Draft> less) throws Exception {
    return less.apply(draft(f, k)).world();
  }

  private static UnaryOperator<Draft> not(String key) {
    return d -> d.leaveOut(key);
  }

  // ---- what the features do

  private void works(Feature feature, BodyKind kind) throws Exception {
    switch (feature.section()) {
      case "Example poses":
        if (feature.name().startsWith("GROUPS")) {
          groupsHaveWeightsOfTheirOwn(feature, kind);
        } else {
          poseIsKept(feature, kind);
        }
        break;
      case "Weight drives":
        driveStretches(feature, kind);
        break;
      case "Exports":
        exportIsReadBack(feature, kind);
        break;
      default:
        single(feature, kind);
    }
  }

  private void single(Feature feature, BodyKind kind) throws Exception {
    switch (feature) {
      case CAGE_UNEVEN -> elementsGrowSmaller(kind);
      case CAGE_EVEN_REGIONS, CAGE_HALF_WIDTH -> regionsAreOthers(feature, kind);
      case SUPER_ELASTIC -> swingsBeyondItsRestShape(kind);
      case BREAKDOWN, TEAR_BY_PULL -> partsWherePulled(feature, kind);
      case BURST -> bodiesFlyApart(kind);
      case SQUASH_STRETCH -> longerAlongItsVelocity(kind);
      case JUMP -> leaves(kind);
      case FOLLOW_THROUGH -> partsStayBehind(kind);
      case IMPACT_HOLD -> timeStandsStill(kind);
      case SMEAR -> pictureIsDrawnOut(kind);
      case GAIN_BOUNCE -> leavesFasterThanItCame(kind);
      case WOBBLE -> goesLongerAndShorter(kind);
      case MELT, DENT -> keepsWhatWasPressed(feature, kind);
      case INFLATE -> grows(kind);
      case POISSON -> losesItsVolumeOnlyWithoutPoisson(kind);
      case VOLUME_KEEPING -> thinnerWhereItIsLonger(kind);
      case HANDLES -> goesWhereTheHandGoes(kind);
      case PINS -> staysWherePinned(kind);
      case CUTS -> cutHalfFalls(kind);
      case SHOTS -> shotTearsParticlesOff(kind);
      case WEAK_LINES -> tearsAtTheWeakLine(kind);
      case CONTACT_FLOOR -> staysAboveTheFloor(kind);
      case CONTACT_BODIES -> staysAboveTheOther(kind);
      case SNAPSHOT -> goesBackToTheSnapshot(kind);
      case REPLAY -> isReplayedBitForBit(kind);
      default -> throw new AssertionError(feature + " has no test");
    }
  }

  private void elementsGrowSmaller(BodyKind kind) throws Exception {
    World w = with(Feature.CAGE_UNEVEN, kind);
    World plain = new Draft(kind).world();
    int n = Draft.along(w, 0).length, even = Draft.along(plain, 0).length;
    assertThat(n).as("particles").isGreaterThan(3 * even / 2);
    double[] x = Draft.along(w, 0);
    assertThat(x[n / 2]).as("more of them on the right").isGreaterThan(0.05);
  }

  private void regionsAreOthers(Feature feature, BodyKind kind) throws Exception {
    World w = with(feature, kind);
    String key = feature == Feature.CAGE_EVEN_REGIONS ? "'regions': 'ring'" : "'halfWidth': 1";
    World plain = without(feature, kind, d -> d.cage(key));
    run(w, 0.3);
    run(plain, 0.3);
    assertThat(Math.abs(mean(w, 1, 0.3, 1) - mean(plain, 1, 0.3, 1)))
        .as("hangs otherwise")
        .isGreaterThan(3e-4);
  }

  private void groupsHaveWeightsOfTheirOwn(Feature feature, BodyKind kind) throws Exception {
    World w = with(feature, kind);
    Body b = w.bodies().get(0);
    weight(w, -1, 1); // from the first call on regions keep weights of their own
    run(w, 0.3);
    double left = weight(w, -1, -0.25), right = weight(w, 0.25, 1);
    if (feature == Feature.GROUPS_ONE) {
      assertThat(right).isCloseTo(left, within(1e-4)).isGreaterThan(0.1);
      assertThat(b.exampleGroupCount()).isEqualTo(1);
    } else {
      assertThat(right).as("weight at the pulled end").isGreaterThan(left + 0.25);
      assertThat(left).as("weight at the free end").isLessThan(0.35);
    }
    int groups =
        switch (feature) {
          case GROUPS_ONE, GROUPS_EACH -> 1;
          case GROUPS_HANDLES -> 3;
          default -> 2;
        };
    assertThat(b.exampleGroupCount()).isEqualTo(groups);
    if (feature == Feature.GROUPS_SETS) {
      assertThat(b.exampleGroupName(0)).isEqualTo("arm");
    } else if (feature == Feature.GROUPS_HANDLES) {
      assertThat(b.exampleGroupName(2)).isEqualTo("handle-1");
    }
    World plain = without(feature, kind, not("examples"));
    run(plain, 0.3);
    assertThat(plain.stateHash()).isNotEqualTo(w.stateHash());
  }

  private void poseIsKept(Feature feature, BodyKind kind) throws Exception {
    World w = with(feature, kind), plain = without(feature, kind, not("examples"));
    run(w, 0.7);
    run(plain, 0.7);
    assertThat(length(w)).as("in the pose").isBetween(length(plain) + 0.1, 1.65 * LENGTH);
    assertThat(length(w)).isGreaterThan(1.15 * LENGTH);
    assertThat(weight(w, -1, 1)).isGreaterThan(0.3);
  }

  private void driveStretches(Feature feature, BodyKind kind) throws Exception {
    World w = with(feature, kind);
    String still =
        draft(feature, kind)
            .text()
            .replaceAll("\"drive\": \\[ \\{.*\\} \\] \\}", "\"drive\": [] }");
    World plain = Draft.world(still);
    run(w, 0.7);
    run(plain, 0.7);
    assertThat(length(plain)).as("without the drive").isLessThan(1.15 * LENGTH);
    assertThat(length(w)).as("driven").isGreaterThan(1.25 * LENGTH);
  }

  private void swingsBeyondItsRestShape(BodyKind kind) throws Exception {
    double[] least = {9, 9};
    World w = with(Feature.SUPER_ELASTIC, kind);
    run(w, 0.9, () -> least[0] = Math.min(least[0], mean(w, 0, 0.3, 1)));
    World plain = without(Feature.SUPER_ELASTIC, kind, d -> d.withoutEffect("superElastic"));
    run(plain, 0.9, () -> least[1] = Math.min(least[1], mean(plain, 0, 0.3, 1)));
    assertThat(least[1]).as("without").isGreaterThan(0.28);
    assertThat(least[0]).as("swung back through its place").isLessThan(0.25);
  }

  private void partsWherePulled(Feature feature, BodyKind kind) throws Exception {
    World w = with(feature, kind);
    World plain =
        without(
            feature,
            kind,
            d ->
                feature == Feature.BREAKDOWN
                    ? d.withoutEffect("breakdown")
                    : kind == BodyKind.BREAKABLE
                        ? d.withoutEffect("breakdown").leaveOut("tear")
                        : d.tear(""));
    run(w, 0.6);
    run(plain, 0.6);
    assertThat(gap(w)).as("parted").isGreaterThan(0.7).isGreaterThan(1.4 * gap(plain));
  }

  private void bodiesFlyApart(BodyKind kind) throws Exception {
    World w = with(Feature.BURST, kind);
    World plain = without(Feature.BURST, kind, d -> d.withoutEffect("burst"));
    run(w, 0.09);
    assertThat(apart(w)).as("before it").isCloseTo(0.104, within(0.01));
    run(w, 0.41);
    run(plain, 0.5);
    assertThat(apart(w)).isGreaterThan(apart(plain) + 0.5);
  }

  private static double apart(World w) {
    double[] c = new double[6];
    for (int k = 0; k < 2; k++) {
      Particles p = w.bodies().get(k).particles();
      for (int i = 0; i < p.count(); i++) {
        c[3 * k] += p.worldX(i) / p.count();
        c[3 * k + 1] += p.worldY(i) / p.count();
        c[3 * k + 2] += p.worldZ(i) / p.count();
      }
    }
    return Math.sqrt(
        (c[3] - c[0]) * (c[3] - c[0])
            + (c[4] - c[1]) * (c[4] - c[1])
            + (c[5] - c[2]) * (c[5] - c[2]));
  }

  private void longerAlongItsVelocity(BodyKind kind) throws Exception {
    World w = with(Feature.SQUASH_STRETCH, kind);
    World plain = without(Feature.SQUASH_STRETCH, kind, d -> d.withoutEffect("squashStretch"));
    run(w, 0.5);
    run(plain, 0.5);
    assertThat(length(plain)).isCloseTo(LENGTH, within(0.02));
    assertThat(length(w)).isGreaterThan(1.25 * LENGTH);
  }

  private void leaves(BodyKind kind) throws Exception {
    World w = with(Feature.JUMP, kind);
    run(w, 0.19);
    assertThat(center(w, 1)).as("before").isCloseTo(0, within(0.02));
    run(w, 0.31);
    assertThat(center(w, 1)).as("4 m/s for 0.3 s").isCloseTo(1.2, within(0.15));
  }

  private void partsStayBehind(BodyKind kind) throws Exception {
    World w = with(Feature.FOLLOW_THROUGH, kind);
    World plain = without(Feature.FOLLOW_THROUGH, kind, d -> d.withoutEffect("followThrough"));
    run(w, 0.1);
    run(plain, 0.1);
    double lag = mean(w, 1, -1, 0) - mean(w, 1, 0.3, 1);
    assertThat(mean(plain, 1, -1, 0) - mean(plain, 1, 0.3, 1)).isCloseTo(0, within(2e-3));
    assertThat(lag).as("behind the rest").isGreaterThan(0.01);
    assertThat(center(w, 1)).as("momentum").isCloseTo(center(plain, 1), within(0.01));
  }

  private void timeStandsStill(BodyKind kind) throws Exception {
    World w = with(Feature.IMPACT_HOLD, kind);
    World plain = without(Feature.IMPACT_HOLD, kind, d -> d.withoutEffect("impactHold"));
    assertThat(stillSteps(plain)).as("without").isZero();
    assertThat(stillSteps(w)).as("steps of 0.2 s").isBetween(40, 56);
  }

  private static int stillSteps(World w) {
    int[] still = {0};
    double[][] last = {Draft.along(w, 1)};
    run(
        w,
        0.5,
        () -> {
          double[] now = Draft.along(w, 1);
          still[0] += Arrays.equals(now, last[0]) ? 1 : 0;
          last[0] = now;
        });
    return still[0];
  }

  private void pictureIsDrawnOut(BodyKind kind) throws Exception {
    double seen = seenLength(with(Feature.SMEAR, kind));
    double plain = seenLength(without(Feature.SMEAR, kind, d -> d.withoutEffect("smear")));
    assertThat(plain).isCloseTo(LENGTH, within(0.1));
    assertThat(seen).as("drawn out by the way of a frame").isGreaterThan(LENGTH + 0.2);
  }

  /** Length of what a take shows in its third frame. */
  private static double seenLength(World w) {
    Take take = Recorder.record(w, "t", 24, 10, 3);
    float low = 1e9f, high = -1e9f;
    for (Take.Track t : take.tracks()) {
      float[] p = new float[3 * t.surface().vertexCount()];
      t.positions(2, p);
      for (int i = 0; i < p.length; i += 3) {
        low = Math.min(low, p[i]);
        high = Math.max(high, p[i]);
      }
    }
    return high - low;
  }

  private void leavesFasterThanItCame(BodyKind kind) throws Exception {
    World w = with(Feature.GAIN_BOUNCE, kind);
    World plain = without(Feature.GAIN_BOUNCE, kind, d -> d.withoutEffect("gainBounce"));
    double fast = fastestUp(w), plainly = fastestUp(plain);
    assertThat(plainly).isLessThan(4.2);
    assertThat(fast).as("1.4 times 4 m/s").isBetween(5.0, 6.2);
  }

  private static double fastestUp(World w) {
    double[] fastest = {0};
    double[] last = {center(w, 1)};
    double[] recent = new double[6];
    int[] step = {0};
    run(
        w,
        0.6,
        () -> {
          double now = center(w, 1);
          recent[step[0]++ % 6] = (now - last[0]) / Draft.STEP;
          last[0] = now;
          fastest[0] = Math.max(fastest[0], Arrays.stream(recent).sum() / 6);
        });
    return fastest[0];
  }

  private void goesLongerAndShorter(BodyKind kind) throws Exception {
    World w = with(Feature.WOBBLE, kind);
    double[] range = {9, 0};
    run(
        w,
        0.7,
        () -> {
          range[0] = Math.min(range[0], length(w));
          range[1] = Math.max(range[1], length(w));
        });
    assertThat(range[1]).isGreaterThan(1.1 * LENGTH);
    assertThat(range[0]).isLessThan(0.92 * LENGTH);
  }

  private void keepsWhatWasPressed(Feature feature, BodyKind kind) throws Exception {
    String effect = feature == Feature.MELT ? "melt" : "dent";
    World w = with(feature, kind);
    World plain = without(feature, kind, d -> d.withoutEffect(effect));
    run(w, 1.1);
    run(plain, 1.1);
    assertThat(length(plain)).as("without").isLessThan(1.18 * LENGTH);
    assertThat(length(w)).as("plastic").isGreaterThan(length(plain) + 0.08);
    assertThat(length(w)).isLessThan(1.7 * LENGTH);
  }

  private void grows(BodyKind kind) throws Exception {
    World w = with(Feature.INFLATE, kind);
    run(w, 0.8);
    assertThat(length(w)).isCloseTo(1.4 * LENGTH, within(0.12));
  }

  private void thinnerWhereItIsLonger(BodyKind kind) throws Exception {
    World w = with(Feature.VOLUME_KEEPING, kind);
    World plain = without(Feature.VOLUME_KEEPING, kind, not("volumeKeeping"));
    double rest = Draft.size(w);
    run(w, 0.6);
    run(plain, 0.6);
    double kept = Draft.size(w) / rest, lost = Draft.size(plain) / rest;
    assertThat(lost).as("grown without").isGreaterThan(1.08);
    assertThat(kept).isCloseTo(1, within(0.2)).isLessThan(lost);
  }

  private void losesItsVolumeOnlyWithoutPoisson(BodyKind kind) throws Exception {
    World w = with(Feature.POISSON, kind);
    World plain = without(Feature.POISSON, kind, d -> d.body("elasticity", "{ 'poisson': 0 }"));
    double rest = Draft.size(w);
    run(w, 0.6);
    run(plain, 0.6);
    double kept = Draft.size(w) / rest, grown = Draft.size(plain) / rest;
    assertThat(grown).as("without").isGreaterThan(1.15);
    assertThat(kept).isLessThan(1 + 0.8 * (grown - 1));
  }

  private void goesWhereTheHandGoes(BodyKind kind) throws Exception {
    World w = with(Feature.HANDLES, kind);
    run(w, 0.5);
    assertThat(mean(w, 0, 0.39, 1)).isCloseTo(0.4 + 0.3, within(0.01));
    assertThat(center(w, 0)).as("the rest follows").isGreaterThan(0.15);
  }

  private void staysWherePinned(BodyKind kind) throws Exception {
    World w = with(Feature.PINS, kind), plain = without(Feature.PINS, kind, not("pins"));
    run(w, 0.5);
    run(plain, 0.5);
    assertThat(center(plain, 1)).as("falls").isLessThan(-1);
    assertThat(mean(w, 1, -1, -0.39)).isCloseTo(0, within(1e-3));
    assertThat(center(w, 1)).isBetween(-0.6, -0.001);
  }

  private void cutHalfFalls(BodyKind kind) throws Exception {
    World w = with(Feature.CUTS, kind);
    World plain = without(Feature.CUTS, kind, d -> d.tear(""));
    run(w, 0.7);
    run(plain, 0.7);
    assertThat(least(plain, 1)).as("hangs").isGreaterThan(-1.2);
    // 0.6 s after the cut: g t^2 / 2 = 1.77 m.
    assertThat(mean(w, 1, 0.2, 1)).as("the cut half fell").isLessThan(-1.3);
    assertThat(mean(w, 1, -1, -0.2)).as("the held half did not").isGreaterThan(-0.6);
  }

  private void shotTearsParticlesOff(BodyKind kind) throws Exception {
    World w = with(Feature.SHOTS, kind);
    World plain = without(Feature.SHOTS, kind, d -> d.tear(1.4, ""));
    run(w, 0.3);
    run(plain, 0.3);
    double[] z = Draft.along(w, 2);
    assertThat(Draft.extent(plain, 2)).isLessThan(0.41);
    assertThat(z[z.length - 1] - z[0]).as("what was hit flew off").isGreaterThan(1);
  }

  private void tearsAtTheWeakLine(BodyKind kind) throws Exception {
    World w = with(Feature.WEAK_LINES, kind);
    World plain = without(Feature.WEAK_LINES, kind, d -> d.tear(3, ""));
    run(w, 1.2); // a crack runs one finest cell per step
    run(plain, 1.2);
    assertThat(gap(w)).as("torn").isGreaterThan(0.25).isGreaterThan(1.2 * gap(plain));
  }

  private void staysAboveTheFloor(BodyKind kind) throws Exception {
    World w = with(Feature.CONTACT_FLOOR, kind);
    World plain = without(Feature.CONTACT_FLOOR, kind, d -> d.scene("colliders", "[]"));
    run(w, 0.8);
    run(plain, 0.8);
    assertThat(least(plain, 1)).isLessThan(-2);
    assertThat(least(w, 1)).isBetween(-0.65, -0.5);
  }

  private void staysAboveTheOther(BodyKind kind) throws Exception {
    World w = with(Feature.CONTACT_BODIES, kind);
    World plain =
        without(Feature.CONTACT_BODIES, kind, d -> d.scene("contact", "{ 'between': false }"));
    run(w, 0.8);
    run(plain, 0.8);
    assertThat(center(plain, 1)).isLessThan(-2);
    assertThat(least(w, 1)).isBetween(-0.56, -0.3);
  }

  private void goesBackToTheSnapshot(BodyKind kind) throws Exception {
    World w = with(Feature.SNAPSHOT, kind);
    run(w, 0.2);
    Snapshot s = w.save();
    long then = w.stateHash();
    run(w, 0.3);
    long after = w.stateHash();
    assertThat(after).isNotEqualTo(then);
    w.restore(s);
    assertThat(w.stateHash()).isEqualTo(then);
    run(w, 0.3);
    assertThat(w.stateHash()).isEqualTo(after);
  }

  private void isReplayedBitForBit(BodyKind kind) throws Exception {
    Draft d = draft(Feature.REPLAY, kind);
    SceneSource source = new SceneSource("cell", d.text(), null);
    Stage live = new Stage(source, Map.of(), Workers.SERIAL);
    Stage idle = new Stage(source, Map.of(), Workers.SERIAL);
    for (int i = 0; i < 60; i++) {
      if (i == 20) {
        Particles p = live.world().bodies().get(0).particles();
        double[] at = {p.worldX(0), p.worldY(0), p.worldZ(0)};
        int last = p.count() - 1;
        live.apply(new StageAction.Grab(0, 0, new int[] {last}, at, 8));
      } else if (i == 40) {
        live.apply(new StageAction.Drop(0, false));
      }
      live.advance();
      idle.advance();
    }
    Replay replay = Replay.read(Replay.of(live).toJson());
    assertThat(replay.hash()).isNotEqualTo(Replay.of(idle).hash());
    Path files = Files.createDirectories(folder.resolve("replay"));
    try (Workers workers = new Workers(3)) {
      Replay.Played again = replay.play(files, workers);
      again.finished();
      assertThat(again.hash()).isEqualTo(replay.hash());
    }
  }

  private void exportIsReadBack(Feature feature, BodyKind kind) throws Exception {
    World w = with(feature, kind);
    Take take = Recorder.record(w, "cell", 24, 10, 6);
    ExportFormat format = ExportFormat.parse(feature.title());
    ReadBack.check(take, format, folder);
  }

  // ---- features together

  static Stream<Arguments> pairs() {
    return Arrays.stream(Feature.values())
        .filter(f -> f.section().equals("Cartoon effects"))
        .flatMap(
            f ->
                Stream.of("examples", "volumeKeeping", "handles", "tear")
                    .map(with -> Arguments.of(f, with)));
  }

  @ParameterizedTest(name = "{0} with {1}")
  @MethodSource("pairs")
  void effectsWorkTogetherWithTheRest(Feature effect, String with) throws Exception {
    List<BodyKind> kinds =
        with.equals("tear")
            ? List.of(BodyKind.SOLID_TEARING, BodyKind.FLAT_TEARING)
            : List.of(BodyKind.LATTICE, BodyKind.SOLID_TEARING); // box sums, and lists that change
    for (BodyKind kind : kinds) {
      Draft d = draft(effect, kind);
      switch (with) {
        case "examples" -> d.body("examples", examples(STRETCH, ""));
        case "volumeKeeping" -> d.body("volumeKeeping", "0.8");
        case "handles" -> d.pin(LEFT).pullRight(0.3, 0.15);
        default ->
            d.tear(
                1.5,
                "'cuts': [ { 'atSeconds': 0.05, 'point': [0.03, 0, 0], 'normal':"
                    + " [1, 0, 0] } ]");
      }
      long[] hash = new long[2];
      for (int k = 0; k < 2; k++) {
        World w = d.world();
        try (Workers workers = new Workers(k == 0 ? 1 : 3)) {
          w.setWorkers(workers);
          run(w, 0.1);
          Snapshot s = w.save();
          run(w, 0.15);
          hash[k] = w.stateHash();
          assertThat(Draft.isFinite(w)).as("finite, %s", kind).isTrue();
          w.restore(s);
          run(w, 0.15);
          assertThat(w.stateHash()).as("restored, %s", kind).isEqualTo(hash[k]);
        }
      }
      assertThat(hash[1]).as("three threads, %s", kind).isEqualTo(hash[0]);
    }
  }
}
