package dev.shinari.app.studio.picture;

import dev.shinari.app.film.Pictures;
import dev.shinari.app.studio.stage.Stage;
import dev.shinari.body.Body;
import dev.shinari.example.ExamplePose;
import dev.shinari.io.scene.spec.StyleJson;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.embed.Embedding;
import dev.shinari.render.camera.CameraSettings;
import dev.shinari.render.cel.CelRenderer;
import dev.shinari.render.cel.PictureSettings;
import dev.shinari.render.film.PngWriter;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Small pictures of the example poses of bodies, drawn as the scene's films are. All poses of a
 * body are seen by one camera, so that a tall one looks taller than the others.
 */
public final class PosePictures {
  private static final int WIDTH = 160;
  private static final int HEIGHT = 120;
  private static final int MOST_KNOWN = 64; // each holds on to the surface of its body

  private final PreviewRenderer darkroom;
  private final Map<String, Poses> known = new LinkedHashMap<>(16, 0.75f, true);

  /** A body in all its poses, a frame each. */
  private record Poses(Embedding embedding, List<ExamplePose> poses, Look look, PictureSettings how)
      implements Take.Track {
    @Override
    public String name() {
      return "poses";
    }

    @Override
    public TriangleMesh surface() {
      return embedding.surface();
    }

    @Override
    public int frameCount() {
      return poses.size();
    }

    @Override
    public void positions(int frame, float[] out) {
      float[] p = poses.get(frame).positions();
      int n = p.length / 3;
      float[] x = new float[n], y = new float[n], z = new float[n];
      for (int i = 0; i < n; i++) {
        x[i] = p[3 * i];
        y[i] = p[3 * i + 1];
        z[i] = p[3 * i + 2];
      }
      embedding.apply(x, y, z, 0, 0, 0, out);
      double[] mean = new double[3];
      for (int k = 0; k < out.length; k++) {
        mean[k % 3] += 3.0 * out[k] / out.length;
      }
      for (int k = 0; k < out.length; k++) {
        out[k] -= (float) mean[k % 3];
      }
    }

    @Override
    public boolean isScenery() {
      return false;
    }

    byte[] draw(int pose) throws IOException {
      Take take = new Take("poses", 24);
      take.add(this);
      return PngWriter.bytes(new CelRenderer(take, how, 1).image(pose));
    }
  }

  public PosePictures(PreviewRenderer darkroom) {
    this.darkroom = darkroom;
  }

  /** Addresses of the pictures of a body's poses, in their order; they are made from now on. */
  public List<String> of(Stage stage, Body body) {
    Look look = stage.world().look(body);
    PictureSettings how = Pictures.settings(stage.scene()).withSize(WIDTH, HEIGHT);
    CameraSettings c = how.camera();
    how =
        how.withCamera(
            new CameraSettings(
                null,
                null,
                c.azimuthDeg(),
                c.elevationDeg(),
                CameraSettings.DEFAULT.fovDeg(),
                0,
                CameraSettings.DEFAULT.margin(),
                CameraSettings.Follow.NEVER,
                true,
                CameraSettings.Move.NONE));
    Poses poses = new Poses(body.surface(), body.examples().poses(), look, how);
    PictureKey d = new PictureKey().add("pose").add(WIDTH, HEIGHT).add(StyleJson.of(how.style()));
    d.add(c.azimuthDeg(), c.elevationDeg(), look.red(), look.green(), look.blue());
    d.add(look.lineWeight()).add(look.paint() == null ? "" : StyleJson.of(look.paint()));
    d.add(poses.surface().positions()).add(poses.surface().triangles());
    d.add(poses.embedding.indices()).add(poses.embedding.weights());
    poses.poses.forEach(p -> d.add(p.positions()));
    String key = d.key();
    List<String> all = new ArrayList<>();
    synchronized (this) {
      known.put(key, poses);
      known.keySet().removeIf(k -> known.size() > MOST_KNOWN);
    }
    for (int k = 0; k < poses.frameCount(); k++) {
      all.add("/api/pose/" + key + "-" + k + ".png");
      picture(poses, key, k, false);
    }
    return all;
  }

  private CompletableFuture<byte[]> picture(Poses poses, String key, int pose, boolean awaited) {
    return darkroom.picture(key + "-" + pose, awaited, () -> poses.draw(pose));
  }

  /** The picture of that name, now or later; null where none was announced. */
  public CompletableFuture<byte[]> get(String name) {
    if (!name.matches("[0-9a-f]{32}-[0-9]{1,4}\\.png")) {
      return null;
    }
    String key = name.substring(0, 32);
    int pose = Integer.parseInt(name.substring(33, name.length() - 4));
    Poses poses;
    synchronized (this) {
      poses = known.get(key);
    }
    return poses == null || pose >= poses.frameCount() ? null : picture(poses, key, pose, true);
  }
}
