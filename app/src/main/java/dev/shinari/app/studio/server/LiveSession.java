package dev.shinari.app.studio.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.console.Version;
import dev.shinari.app.studio.file.StudioServices;
import dev.shinari.app.studio.file.TakeExports;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.message.StudioLimits;
import dev.shinari.app.studio.stage.Stage;
import dev.shinari.app.studio.view.BinaryMessages;
import dev.shinari.app.studio.view.FrameEvents;
import dev.shinari.app.studio.view.ShownMesh;
import dev.shinari.app.studio.view.StageView;
import dev.shinari.io.scene.spec.StyleJson;
import dev.shinari.parallel.Workers;
import dev.shinari.style.Styles;
import dev.shinari.world.step.StepReport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A world that pages watch and play with, in a thread of its own. The thread steps at the scene's
 * own rate whoever watches; commands wait in a queue and are done between two steps. Whatever goes
 * wrong in it ends in a message to its pages: other sessions do not notice.
 */
final class LiveSession implements AutoCloseable {
  private static final long TICK_NANOS = 1_000_000_000L / 60;

  /** Time in a tick for steps; what does not fit is left out and the scene runs slower. */
  private static final long STEP_BUDGET_NANOS = TICK_NANOS;

  private static final long LATE_NANOS = 400_000_000L;

  private static final String POKE = "poke";

  private static final long WEIGHTS_NANOS = 1_000_000_000L / 15;

  /**
   * A session that nobody watches stands still after this time: long enough to load a page anew.
   */
  private static final long UNWATCHED_NANOS = 5_000_000_000L;

  private final String name;
  private final StudioServices workshop;
  private final BlockingQueue<Asked> queue = new ArrayBlockingQueue<>(StudioLimits.QUEUE);
  private final List<PageClient> clients = new CopyOnWriteArrayList<>();
  private final Thread thread;
  private volatile boolean closed;
  private volatile boolean someLeft; // since the thread looked last
  private volatile long idleSince = System.nanoTime();
  private volatile long late; // when there was no time to spare last, 0 for never

  // Everything below belongs to the thread.
  private final SessionCommands commands = new SessionCommands(this);
  private final FrameEvents happenings = new FrameEvents();
  private final StatsMeter meter = new StatsMeter();
  private Workers workers;
  private Stage stage;
  private StageView picture;
  private boolean playing;
  private double speed = 1;
  private double debt; // simulated seconds that are due
  private long accounted; // time up to which steps were made
  private long nextTick;
  private boolean changed;
  private boolean urgent; // somebody waits to see what a hand does
  private volatile boolean owed; // some page was too slow for the newest frame
  private boolean owedNow; // such a page may be free by now
  private final Set<PageClient> behind = new LinkedHashSet<>(); // have not got the newest state
  private int frameNumber;
  private RigDesk desk; // or null
  private int usedMeshes = 1;
  private boolean cages;
  private boolean skeletons;
  private long weightsTold;

  /**
   * A command that waits. Of a client that has just come, {@code what} is empty; work of nobody's
   * is done as it is.
   */
  private record Asked(PageClient client, String what, int id, ObjectNode message, Runnable work) {
    Asked(PageClient client, String what, int id, ObjectNode message) {
      this(client, what, id, message, null);
    }
  }

  LiveSession(String name, StudioServices workshop) {
    this.name = name;
    this.workshop = workshop;
    thread = new Thread(this::run, "studio " + name);
    thread.setDaemon(true);
  }

  String name() {
    return name;
  }

  void start() {
    thread.start();
  }

  // ---- called by any thread

  boolean join(PageClient client) {
    if (closed || clients.size() >= StudioLimits.CLIENTS) {
      return false;
    }
    clients.add(client);
    boolean in = queue.offer(new Asked(client, "", -1, null));
    if (!in) {
      clients.remove(client); // nobody would greet it, nor notice that it went
    }
    return in;
  }

  void leave(PageClient client) {
    someLeft |= clients.remove(client); // a full queue must not keep its hands where they were
    if (clients.isEmpty()) {
      idleSince = System.nanoTime();
    }
  }

  /** Puts a command in the queue; false where too many wait. */
  boolean ask(PageClient client, String what, int id, ObjectNode message) {
    return queue.offer(new Asked(client, what, id, message));
  }

  /** Time without a client, 0 while there is one. */
  long idleNanos() {
    return clients.isEmpty() ? System.nanoTime() - idleSince : 0;
  }

  /** Whether there was no time to spare just now: steps were left out, or a scene has begun. */
  boolean isLate() {
    long when = late;
    return when != 0 && System.nanoTime() - when < LATE_NANOS;
  }

  boolean isForgotten(long nanos) {
    boolean forgotten = idleNanos() > nanos;
    if (forgotten) {
      close();
    }
    return forgotten;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }

  // ---- the thread

  private void run() {
    try (Workers crew = new Workers(Runtime.getRuntime().availableProcessors())) {
      workers = crew;
      accounted = System.nanoTime();
      nextTick = accounted;
      while (!closed) {
        try {
          turn();
        } catch (InterruptedException e) {
          break;
        } catch (Exception | Error e) {
          crashed(e);
        }
      }
    } finally {
      if (!closed) {
        note("error", "this session met an error and ended; load the page again");
      }
      closed = true;
      if (desk != null) {
        desk.close();
      }
    }
  }

  /** One tick: commands, steps, a frame. */
  private void turn() throws InterruptedException {
    long wait = nextTick - System.nanoTime();
    boolean idle = stage == null || !playing;
    Asked a = queue.poll(idle ? Math.max(wait, TICK_NANOS * 6) : wait, TimeUnit.NANOSECONDS);
    while (a != null) {
      answer(a);
      a = queue.poll();
    }
    if (someLeft) {
      someLeft = false;
      commands.left(clients);
    }
    long now = System.nanoTime();
    boolean due = now >= nextTick;
    if (!due && !changed && !owedNow) {
      return;
    }
    if (due) {
      nextTick = Math.max(nextTick + TICK_NANOS, now);
    }
    double elapsed = Math.min(0.25, 1e-9 * (now - accounted));
    accounted = now;
    if (stage != null && playing && idleNanos() < UNWATCHED_NANOS) {
      stepsDue(elapsed, now);
    }
    if (changed) {
      behind.addAll(clients);
    }
    if (changed || owedNow || due) {
      changed = false;
      owedNow = false;
      publish();
    }
    if (stage != null && meter.isDue(now)) {
      tellAll(meter.report(stage, now), false);
    }
  }

  private void stepsDue(double elapsed, long now) {
    debt += elapsed * speed;
    float h = stage.stepSeconds();
    if (urgent && debt >= 0 && debt < h) { // a little early: what a hand does is seen at once
      step();
      debt -= h;
    }
    urgent = false;
    while (debt >= h) {
      step();
      debt -= h;
      if (System.nanoTime() - now > STEP_BUDGET_NANOS) {
        debt = 0;
        late = System.nanoTime();
        break;
      }
      for (Asked a = queue.poll(); a != null; a = queue.poll()) { // felt at the very next step
        answer(a);
        if (stage == null || !playing) {
          return;
        }
        h = stage.stepSeconds();
      }
    }
  }

  void step() {
    StepReport report = stage.advance();
    stage.rewind().tick();
    meter.count(report);
    happenings.add(report.events());
    changed = true;
  }

  private void answer(Asked a) {
    if (a.work != null) {
      a.work.run();
      return;
    }
    if (a.client == null) {
      changed = true;
      return;
    }
    urgent |= a.what.equals("drag") || a.what.equals("grab");
    if (a.what.isEmpty()) {
      a.client.tell(MessageJson.write(hello()), true);
      if (desk != null) {
        introduceDesk(a.client);
      } else if (stage != null) {
        introduce(a.client);
      }
      a.client.tell(state(), true);
      return;
    }
    try {
      ObjectNode done = commands.run(a.client, a.what, a.message);
      if (done != null) {
        done.put("is", "done").put("id", a.id).put("frame", frameNumber + 1);
        a.client.tell(MessageJson.write(done), true);
      }
    } catch (IllegalArgumentException e) {
      String why = e.getMessage();
      a.client.tell(LiveSocket.refusal(a.id, why == null ? "this cannot be done" : why), true);
    }
  }

  /** Stops what went wrong and says so; a page can restart it or open something else. */
  private void crashed(Throwable e) {
    try {
      stop(e);
    } catch (Exception | Error again) {
      stage = null; // even saying so was too much
      picture = null;
    }
  }

  private void stop(Throwable e) {
    playing = false;
    debt = 0;
    changed = false;
    String what = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    if (e instanceof OutOfMemoryError) {
      stage = null; // its memory is what others need
      picture = null;
      what = "not enough memory for this scene";
    }
    note("error", "this session met an error and stopped: " + what + "; restart it to go on");
    tellAll(state(), true);
  }

  // ---- what commands use

  StudioServices workshop() {
    return workshop;
  }

  Stage stage() {
    if (stage == null) {
      throw new IllegalArgumentException("open a scene first");
    }
    return stage;
  }

  boolean hasStage() {
    return stage != null;
  }

  StageView picture() {
    return picture;
  }

  Workers workers() {
    return workers;
  }

  /** Shows another stage to everybody. */
  void setStage(Stage opened) {
    if (desk != null) {
      stage = null;
      closeDesk();
    } else if (picture != null) {
      for (ShownMesh s : picture.shown()) {
        ByteBuffer gone = BinaryMessages.gone(s.id);
        clients.forEach(c -> c.show(gone));
      }
    }
    int firstId = nextMesh();
    stage = opened;
    happenings.clear();
    picture = new StageView(opened, firstId, workers, workshop);
    meter.clear();
    debt = 0;
    clients.forEach(this::introduce);
    addLines();
    changed = true;
    late = System.nanoTime();
  }

  boolean isPlaying() {
    return playing;
  }

  void setPlaying(boolean on) {
    playing = on;
    debt = 0;
  }

  void setSpeed(double factor) {
    speed = factor;
  }

  /** Passes on what an export says, from its thread. */
  TakeExports.Listener listener() {
    return new TakeExports.Listener() {
      private long last;

      @Override
      public void progress(String what, double part) {
        long now = System.nanoTime();
        if (now - last > 100_000_000L || part >= 1) {
          last = now;
          tellAll(
              MessageJson.write(MessageJson.is("progress").put("what", what).put("part", part)),
              false);
        }
      }

      @Override
      public void exported(String message) {
        tellAll(message, true);
      }

      @Override
      public void failed(String why) {
        note("error", why);
      }
    };
  }

  /** Lines stay for the session once a page has asked for them; a page hides what it will. */
  void showLines(boolean cage, boolean bones) {
    cages |= cage;
    skeletons |= bones;
    addLines();
  }

  private void addLines() {
    List<ByteBuffer> added = new ArrayList<>();
    if (cages) {
      added.addAll(picture.addLines(true));
    }
    if (skeletons) {
      added.addAll(picture.addLines(false));
    }
    added.forEach(b -> clients.forEach(c -> c.show(b)));
  }

  boolean isClosed() {
    return closed;
  }

  /** Does something between two steps; from any thread. */
  void inject(Runnable work) {
    queue.offer(new Asked(null, POKE, -1, null, work));
  }

  /** A page has drawn its frame: it gets the newest state now if it missed it. */
  void drew() {
    if (owed) {
      owed = false;
      inject(() -> owedNow = true);
    }
  }

  /** Lets the session look at things anew; from any thread. */
  void poke() {
    queue.offer(new Asked(null, POKE, -1, null));
  }

  RigDesk desk() {
    return desk;
  }

  /** Opens the rig desk, which takes the place of the scene until it is closed. */
  void openDesk(String model, RigSubject subject) {
    closeDesk();
    playing = false;
    int first = nextMesh();
    if (picture != null) {
      picture.shown().forEach(s -> clients.forEach(c -> c.show(BinaryMessages.gone(s.id))));
    }
    desk = new RigDesk(this, model, subject, first);
    clients.forEach(this::introduceDesk);
  }

  private int nextMesh() {
    usedMeshes = Math.max(usedMeshes, picture == null ? 1 : picture.nextId());
    return desk == null ? usedMeshes : Math.max(usedMeshes, desk.nextId());
  }

  private void introduceDesk(PageClient c) {
    c.tell(desk.message(), true);
    desk.meshes().forEach(c::show);
    changed = true;
  }

  /** Puts the scene back. */
  void closeDesk() {
    if (desk == null) {
      return;
    }
    usedMeshes = nextMesh();
    desk.close();
    desk.gone().forEach(b -> clients.forEach(c -> c.show(b)));
    desk = null;
    if (stage != null) {
      happenings.clear();
      picture = new StageView(stage, usedMeshes, workers, workshop);
      clients.forEach(this::introduce);
      addLines();
    }
  }

  void tellState() {
    tellAll(state(), true);
  }

  /** Tells everybody what is pinned. */
  void tellPins() {
    tellAll(picture.pins(), true);
  }

  /** Tells everybody the values that the scene has now. */
  void tellSettings() {
    picture.settings().forEach(s -> tellAll(s, true));
  }

  /** The next tick sends a frame, step or not. */
  void touch() {
    changed = true;
  }

  void tellAll(String json, boolean matters) {
    clients.forEach(c -> c.tell(json, matters));
  }

  void note(String level, String text) {
    tellAll(MessageJson.write(MessageJson.is("note").put("level", level).put("text", text)), true);
  }

  String state() {
    return MessageJson.write(
        MessageJson.is("state")
            .put("playing", playing)
            .put("speed", speed)
            .put("undo", commands.history().undoCount())
            .put("redo", commands.history().redoCount())
            .put("step", stage == null ? 0 : stage.step())
            .put("time", stage == null ? 0 : stage.world().seconds()));
  }

  private ObjectNode hello() {
    ObjectNode n = MessageJson.is("hello").put("session", name).put("version", Version.current());
    n.put("filled", stage != null || desk != null); // else the page opens its first scene
    n.set("limits", StudioLimits.toJson());
    ArrayNode formats = n.putArray("formats");
    TakeExports.formats().forEach(formats::add);
    ArrayNode styles = n.putArray("styles");
    for (String style : Styles.names()) {
      ObjectNode o = styles.addObject().put("name", style).put("about", Styles.describe(style));
      o.set("style", MessageJson.value(StyleJson.of(Styles.named(style))));
    }
    return n;
  }

  private void introduce(PageClient c) {
    c.tell(picture.describe(), true);
    picture.meshes().forEach(c::show);
    c.tell(picture.pins(), true);
    changed = true;
  }

  /**
   * Sends the newest state to all pages that have not got it and have drawn what they got. A page
   * that is up to date gets nothing: two slow pages would wake each other for ever.
   */
  private void publish() {
    behind.retainAll(clients);
    if (behind.isEmpty() || stage == null && desk == null) {
      return;
    }
    owed = true; // before looking, so that no page is missed
    List<PageClient> free = behind.stream().filter(PageClient::isFree).toList();
    free.forEach(behind::remove);
    owed = !behind.isEmpty();
    if (free.isEmpty()) {
      return;
    }
    if (desk != null) {
      frameNumber = frameNumber == Integer.MAX_VALUE ? 1 : frameNumber + 1;
      ByteBuffer frame = desk.frame(frameNumber);
      free.forEach(c -> c.offer(frameNumber, frame));
      return;
    }
    long now = System.nanoTime();
    if (now - weightsTold > WEIGHTS_NANOS) {
      weightsTold = now;
      String weights = picture.weights();
      if (weights != null) {
        tellAll(weights, false);
      }
    }
    for (ByteBuffer mesh : picture.changes()) {
      clients.forEach(c -> c.show(mesh));
    }
    String happened = happenings.message();
    if (happened != null) {
      tellAll(happened, false);
    }
    frameNumber = frameNumber == Integer.MAX_VALUE ? 1 : frameNumber + 1;
    Map<String, List<PageClient>> byChannel = new LinkedHashMap<>();
    for (PageClient c : free) {
      byChannel.computeIfAbsent(c.channel(), x -> new ArrayList<>()).add(c);
    }
    byChannel.forEach(
        (channel, watching) -> {
          ByteBuffer frame = picture.frame(frameNumber, channel);
          watching.forEach(c -> c.offer(frameNumber, frame));
        });
    meter.countFrame(System.nanoTime() - now);
  }
}
