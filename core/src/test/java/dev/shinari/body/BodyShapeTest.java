package dev.shinari.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.body.particle.Particles;
import dev.shinari.body.region.ListRegions;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.mesh.shape.TetShapes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Equal bodies share their rest data until one of them changes. */
class BodyShapeTest {
  static List<Cage> cages() {
    return List.of(
        Lattice.block(2, 2, 2, 0.1f, 0, 0, 0), // on lists
        Lattice.block(8, 8, 8, 0.1f, 0, 0, 0), // box sums
        TetShapes.cylinder(2, 4, 0.2f, 1),
        PointShapes.sheet(4, 4, 1, 1, 1),
        PointShapes.strand(8, 1, 2),
        PointShapes.rope(8, 4, 1, 0.1f, 1));
  }

  private static void swing(Body body) {
    Particles p = body.particles();
    for (int i = 0; i < p.count(); i++) {
      p.vx()[i] = (float) StrictMath.sin(i);
      p.vy()[i] = (float) StrictMath.cos(3 * i);
    }
    for (int s = 0; s < 50; s++) {
      body.advance(1 / 240f, 0, -9.81f, 0);
    }
  }

  @ParameterizedTest
  @MethodSource("cages")
  void aBodyLikeAnotherHasItsArraysAndMovesBitByBitAsOneOfItsOwn(Cage cage) {
    Body model = Body.builder("model", cage).build();
    swing(model); // state is nobody else's
    Body like = Body.builder("like", cage).like(model).build();
    Body own = Body.builder("own", cage).build();
    assertThat(like.shape()).isSameAs(model.shape());
    assertThat(like.restX()).isSameAs(model.restX()).isNotSameAs(own.restX());
    assertThat(like.surface()).isSameAs(model.surface());
    assertThat(like.particles().mass()).isSameAs(model.particles().mass());
    assertThat(like.regions.rho()).isSameAs(model.regions.rho());
    assertThat(like.regions.shares()).isSameAs(model.regions.shares());
    if (like.regions instanceof ListRegions lists) {
      ListRegions others = (ListRegions) model.regions;
      assertThat(lists.lists.members).isSameAs(others.lists.members);
      assertThat(lists.lists.weights).isSameAs(others.lists.weights);
    }
    assertThat(like.stretchEigenvalue).isEqualTo(own.stretchEigenvalue);
    assertThat(like.particles().x()).isNotSameAs(model.particles().x());
    swing(like);
    swing(own);
    assertThat(like.particles().x()).isEqualTo(own.particles().x());
    assertThat(like.particles().vy()).isEqualTo(own.particles().vy());
    assertThat(like.particles().x()).isEqualTo(model.particles().x());
  }

  @Test
  void theFirstChangeCopiesAndLeavesTheOthersAlone() {
    Lattice cage = Lattice.block(3, 3, 3, 0.1f, 0, 0, 0);
    Body model = Body.builder("model", cage).editable().build();
    Body changed = Body.builder("changed", cage).editable().like(model).build();
    Body after = Body.builder("after", cage).editable().like(model).build();
    ListRegions lists = (ListRegions) changed.regions, others = (ListRegions) model.regions;
    int[] members = others.lists.members.clone();
    float[] weights = others.lists.weights.clone(), rest = model.restX().clone();
    float[] mass = model.particles().mass().clone();
    BodyEditor editor = changed.editor();
    editor.setMass(0, 5);
    editor.remove(changed.particles().count() - 1);
    editor.finish();
    assertThat(lists.lists.members).isNotSameAs(others.lists.members);
    assertThat(lists.lists.weights).isNotSameAs(others.lists.weights);
    assertThat(changed.restX()).isNotSameAs(model.restX());
    assertThat(changed.particles().mass()).isNotSameAs(model.particles().mass());
    assertThat(others.lists.members).isEqualTo(members);
    assertThat(others.lists.weights).isEqualTo(weights);
    assertThat(model.restX()).isEqualTo(rest);
    assertThat(model.particles().mass()).isEqualTo(mass);
    assertThat(after.particles().mass()).isSameAs(model.particles().mass());
    swing(model);
    swing(after);
    assertThat(after.particles().x()).isEqualTo(model.particles().x());
    Body late = Body.builder("late", cage).editable().like(changed).build(); // as first built
    swing(late);
    assertThat(late.particles().x()).isEqualTo(model.particles().x());
  }

  @Test
  void aBodyThatWouldHaveAnotherShapeIsRefused() {
    Lattice cage = Lattice.block(2, 2, 2, 0.1f, 0, 0, 0);
    Body model = Body.builder("model", cage).build();
    assertThatThrownBy(() -> Body.builder("b", cage).density(2).like(model).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("body 'b' cannot be like the other one: its density differs");
    Lattice twin = Lattice.block(2, 2, 2, 0.1f, 0, 0, 0);
    assertThatThrownBy(() -> Body.builder("b", twin).like(model).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("its cage differs");
    assertThatThrownBy(() -> Body.builder("b", cage).halfWidth(1).like(model).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("its half-width differs");
  }

  @Test
  void derivedRestDataIsMadeOnce() {
    Body body = Body.builder("b", Lattice.block(1, 1, 1, 1, 0, 0, 0)).build();
    int[] made = {0};
    for (int k = 0; k < 3; k++) {
      String text =
          body.shape()
              .derived(
                  String.class,
                  () -> {
                    made[0]++;
                    return "rest";
                  });
      assertThat(text).isEqualTo("rest");
    }
    assertThat(made[0]).isEqualTo(1);
  }
}
