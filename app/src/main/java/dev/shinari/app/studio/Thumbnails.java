package dev.shinari.app.studio;

import dev.shinari.app.SceneLibrary;
import dev.shinari.app.film.Performance;
import dev.shinari.app.film.Pictures;
import dev.shinari.app.render.CelRenderer;
import dev.shinari.app.render.PictureSettings;
import dev.shinari.app.render.PngWriter;
import dev.shinari.io.scene.Scene;
import dev.shinari.world.Take;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Small pictures of the built-in scenes, drawn by the same renderer as films: a moment early in the
 * scene, where something already happens. Made one after the other in a thread of low priority,
 * each once, when a page asks for it.
 */
final class Thumbnails implements AutoCloseable {
  private static final int WIDTH = 240;
  private static final int HEIGHT = 180;

  /** Seconds into the scene, at most this share of it. */
  private static final double MOMENT = 0.75;

  private static final double SHARE = 0.5;
  private static final int MOST_FRAMES = 20;

  private final Map<String, CompletableFuture<byte[]>> made = new ConcurrentHashMap<>();
  private final ExecutorService thread = Executors.newSingleThreadExecutor(Thumbnails::quietThread);

  private static Thread quietThread(Runnable work) {
    Thread t = new Thread(work, "studio thumbnails");
    t.setDaemon(true);
    t.setPriority(Thread.MIN_PRIORITY);
    return t;
  }

  /** The picture of a scene as a PNG file, now or later. */
  CompletableFuture<byte[]> of(String scene) {
    return made.computeIfAbsent(
        scene,
        name -> {
          CompletableFuture<byte[]> future = new CompletableFuture<>();
          thread.execute(() -> make(name, future));
          return future;
        });
  }

  private static void make(String name, CompletableFuture<byte[]> future) {
    try {
      future.complete(draw(name));
    } catch (Exception | OutOfMemoryError | StackOverflowError e) {
      future.completeExceptionally(e);
    }
  }

  private static byte[] draw(String name) throws Exception {
    Scene scene = SceneLibrary.read(name, List.of()).scene();
    Performance play = Performance.of(scene);
    double seconds = Math.min(MOMENT, SHARE * scene.frames() / scene.framesPerSecond());
    int frames = 1 + (int) Math.min(MOST_FRAMES, Math.round(seconds * scene.framesPerSecond()));
    Take take = play.record(r -> {}, done -> done < frames);
    PictureSettings settings = Pictures.settings(scene).withSize(WIDTH, HEIGHT);
    return PngWriter.bytes(new CelRenderer(take, settings).image(take.frameCount() - 1));
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
