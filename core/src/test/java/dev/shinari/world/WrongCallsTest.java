package dev.shinari.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.articulated.motion.MotionSettings;
import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.collide.Collider;
import dev.shinari.collide.ContactMaterial;
import dev.shinari.collide.shape.ColliderShape;
import dev.shinari.collide.shape.HalfSpaceShape;
import dev.shinari.collide.shape.SphereShape;
import dev.shinari.fracture.TearTool;
import dev.shinari.fracture.Toughness;
import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.Kernels;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeSkin;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.motion.MotionPath;
import dev.shinari.motion.RigidPose;
import dev.shinari.parallel.Workers;
import dev.shinari.skeleton.JointLimit;
import dev.shinari.skeleton.Skeleton;
import dev.shinari.take.Look;
import dev.shinari.world.force.ForceField;
import dev.shinari.world.force.ForceFields;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Calls that make no sense get an {@link IllegalArgumentException} with a sentence. */
class WrongCallsTest {
  /** What may be null, as its Javadoc says. Weights of examples have tests of their own. */
  private static final Set<String> NULLABLE =
      Set.of("World.add(LatticeBody,String,TearTool)#1", "Builder.surface#0", "Builder.examples#0");

  private static Body body(String name) {
    return Body.builder(name, Lattice.block(1, 1, 1, 0.1f, 0, 0, 0)).build();
  }

  private static LatticeBody torn(String name) {
    AdaptiveLattice l =
        AdaptiveLattice.over(
            name,
            LatticeShape.box(new Bounds(0, 0, 0, 1, 1, 0)),
            new LatticeGrid(0.125f, 1, 0),
            FractureSettings.DEFAULT,
            Toughness.EVEN,
            1,
            Elasticity.DEFAULT);
    return LatticeBody.of(l, LatticeSkin.CELLS);
  }

  /** An argument of each type that is right by itself. */
  private static Map<Class<?>, Object> samples() {
    Map<Class<?>, Object> s = new HashMap<>();
    Skeleton skeleton = Skeleton.builder().joint("a", -1, 0, 0, 0).joint("b", 0, 0, 1, 0).build();
    LatticeBody lattice = torn("lattice");
    s.put(int.class, 0);
    s.put(float.class, 1f);
    s.put(double.class, 1.0);
    s.put(boolean.class, false);
    s.put(long.class, 1L);
    s.put(String.class, "name");
    s.put(int[].class, new int[] {0});
    s.put(float[].class, new float[64]);
    s.put(double[].class, new double[] {1, 0, 0, 0, 0, 0});
    s.put(Body.class, body("sample"));
    s.put(Cage.class, Lattice.block(1, 1, 1, 0.1f, 0, 0, 0));
    s.put(Elasticity.class, Elasticity.DEFAULT);
    s.put(Kernels.class, KernelChoice.best());
    s.put(BodySettings.class, BodySettings.DEFAULT);
    s.put(WorldSettings.class, WorldSettings.DEFAULT);
    s.put(Look.class, Look.BODY);
    s.put(Workers.class, Workers.SERIAL);
    s.put(MotionPath.class, MotionPath.STILL);
    s.put(RigidPose.class, new RigidPose());
    s.put(ColliderShape.class, new SphereShape(1));
    s.put(ContactMaterial.class, ContactMaterial.DEFAULT);
    s.put(Collider.class, Collider.floor(0));
    s.put(Collider[].class, new Collider[0]);
    s.put(TriangleMesh.class, new SphereShape(1).mesh());
    s.put(LatticeBody.class, lattice);
    s.put(AdaptiveLattice.class, lattice.lattice());
    s.put(LatticeSkin.class, LatticeSkin.CELLS);
    s.put(LatticeShape.class, LatticeShape.box(new Bounds(0, 0, 0, 1, 1, 0)));
    s.put(LatticeGrid.class, new LatticeGrid(0.5f, 1, 0));
    s.put(FractureSettings.class, FractureSettings.DEFAULT);
    s.put(Toughness.class, Toughness.EVEN);
    s.put(Function.class, (Function<Object, Object>) cage -> null);
    s.put(TearTool.class, new TearTool.Shot(0, 0, 0, 0, 1, 0, 0, 1));
    s.put(List.class, List.of());
    s.put(Skeleton.class, skeleton);
    s.put(JointLimit.class, JointLimit.NONE);
    s.put(MotionSettings.class, MotionSettings.DEFAULT);
    return s;
  }

  /** Objects to call methods of; static methods need none. */
  private static Map<Class<?>, Object> targets(Map<Class<?>, Object> samples) {
    World world = new World();
    LatticeBody lattice = torn("target");
    Body body = (Body) samples.get(Body.class);
    world.add(body);
    world.add((LatticeBody) samples.get(LatticeBody.class), BodySettings.DEFAULT, Look.BODY);
    Map<Class<?>, Object> t = new HashMap<>();
    t.put(World.class, world);
    t.put(Body.class, body);
    t.put(Body.Builder.class, Body.builder("b", body.cage()));
    t.put(Handle.class, Handle.builder(body, 0).build());
    t.put(Handle.Builder.class, Handle.builder(body, 0));
    t.put(Collider.class, Collider.floor(0));
    t.put(Collider.Builder.class, Collider.builder("c", new SphereShape(1)));
    t.put(AdaptiveLattice.class, lattice.lattice());
    t.put(LatticeBody.class, lattice);
    t.put(
        ArticulatedBody.Builder.class,
        ArticulatedBody.builder("creature", (Skeleton) samples.get(Skeleton.class)));
    t.put(Skeleton.Builder.class, Skeleton.builder());
    t.put(ArticulatedBody.class, null);
    t.put(Select.class, null);
    return t;
  }

  private static String signature(Method m, int k) {
    StringBuilder types = new StringBuilder();
    for (Class<?> c : m.getParameterTypes()) {
      types.append(types.length() == 0 ? "" : ",").append(c.getSimpleName());
    }
    String name = m.getDeclaringClass().getSimpleName() + "." + m.getName();
    return NULLABLE.contains(name + "#" + k) ? name + "#" + k : name + "(" + types + ")#" + k;
  }

  @Test
  void nullIsRefusedWithTheNameOfTheArgument() {
    List<String> wrong = new ArrayList<>();
    int calls = 0;
    Map<Class<?>, Object> samples = samples();
    for (Map.Entry<Class<?>, Object> target : targets(samples).entrySet()) {
      for (Method m : target.getKey().getDeclaredMethods()) {
        boolean isStatic = Modifier.isStatic(m.getModifiers());
        if (!Modifier.isPublic(m.getModifiers())
            || m.isSynthetic()
            || m.getName().contains("xample")
            || m.getName().contains("Weight") // of poses
            || target.getValue() == null && !isStatic) {
          continue;
        }
        for (int k = 0; k < m.getParameterCount(); k++) {
          if (m.getParameterTypes()[k].isPrimitive() || NULLABLE.contains(signature(m, k))) {
            continue;
          }
          Object[] args = new Object[m.getParameterCount()];
          for (int a = 0; a < args.length; a++) {
            args[a] = a == k ? null : samples.get(m.getParameterTypes()[a]);
          }
          calls++;
          try {
            m.invoke(target.getValue(), args);
            wrong.add(signature(m, k) + ": no exception");
          } catch (InvocationTargetException e) {
            Throwable t = e.getCause();
            if (!(t instanceof IllegalArgumentException)
                || !t.getMessage().contains("must not be")) {
              wrong.add(signature(m, k) + ": " + t);
            }
          } catch (IllegalAccessException e) {
            throw new AssertionError(e);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(calls).isGreaterThan(60);
  }

  @Test
  void aNameThatIsTakenIsRefusedForEachKind() {
    World world = new World();
    world.add(body("cube"));
    assertThatThrownBy(() -> world.add(body("cube")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a body named 'cube' is already in the world; give this one another name");
    assertThat(world.bodies()).hasSize(1);
    world.add(Collider.floor(0));
    assertThatThrownBy(() -> world.add(Collider.floor(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a collider named 'floor' is already in the world; give this one another name");
    Body cube = world.bodies().get(0);
    world.add(Handle.builder(cube, 0).name("grip").build());
    assertThatThrownBy(() -> world.add(Handle.builder(cube, 1).name("grip").build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("body 'cube' already has a handle named 'grip'");
    world.remove(cube);
    world.add(body("cube"));
  }

  @Test
  void handlesThatAreNotNamedAreCalledAfterTheirBody() {
    World world = new World();
    Body a = body("a"), b = body("b");
    world.add(a);
    world.add(b);
    for (int k = 0; k < 3; k++) {
      world.add(Handle.builder(a, k).build());
    }
    world.add(Handle.builder(b, 0).build());
    assertThat(world.handles().stream().map(Handle::name))
        .containsExactly("a-handle", "a-handle-2", "a-handle-3", "b-handle");
  }

  @Test
  void whatIsNotInTheWorldIsNamed() {
    World world = new World();
    Body other = body("other");
    Collider ball = Collider.builder("ball", new SphereShape(1)).build();
    ForceField field = ForceFields.gravity(0, 1, 0, 0, 1);
    assertThatThrownBy(() -> world.remove(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("body 'other' is not in the world; add it first");
    assertThatThrownBy(() -> world.remove(ball))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("collider 'ball' is not in the world");
    assertThatThrownBy(() -> world.remove(field))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("this force field is not in the world");
    world.add(other);
    assertThatThrownBy(() -> world.remove(Handle.builder(other, 0).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("handle 'other-handle' is not in the world");
    assertThatThrownBy(() -> world.add(torn("torn"), new TearTool.Shot(0, 0, 0, 0, 1, 0, 0, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("body 'torn' is not in the world");
    assertThatThrownBy(() -> world.look(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("collider must be the number of one of 0, got 3");
    world.add(Collider.builder("ground", new HalfSpaceShape(1)).build());
    assertThat(world.look(0)).isEqualTo(Look.FLOOR);
  }

  @Test
  void piecesNeverTakeTheNameOfAnotherBody() {
    World world = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    LatticeBody sheet = torn("sheet");
    world.add(sheet, BodySettings.DEFAULT, Look.BODY);
    world.add(body("sheet-1"));
    world.add(sheet, new TearTool.Cut(0.01, 0.5, 0.01, 0, 1, 0, 0, Double.POSITIVE_INFINITY, null));
    for (int s = 0; s < 20; s++) {
      world.step(1 / 240f);
    }
    assertThat(world.bodies().stream().map(Body::name)).contains("sheet", "sheet-1", "sheet-2");
    assertThat(world.bodies().stream().map(Body::name)).doesNotHaveDuplicates();
  }
}
