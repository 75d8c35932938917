package dev.shinari.app.studio.server;

import dev.shinari.app.library.SceneLibrary;
import dev.shinari.app.studio.file.ExampleUploads;
import dev.shinari.app.studio.file.HttpResponses;
import dev.shinari.app.studio.file.StudioServices;
import dev.shinari.app.studio.file.Uploads;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.view.BodyControls;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/** Everything that is not a WebSocket: the page, three.js, and what the page asks for. */
final class SiteHandler extends Handler.Abstract {
  /** Names of the page's files: no way up, no hidden ones. */
  private static final Pattern PAGE_FILE =
      Pattern.compile("(?:[A-Za-z0-9_-]+/){0,3}[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9]+)+");

  private static final Pattern THREE_FILE = Pattern.compile("[a-z]+(?:\\.[a-z]+)*\\.js");

  private static final long DRAIN_BYTES = 16 << 20;
  private static final long DRAIN_NANOS = 2_000_000_000L;

  private final StudioServices workshop;
  private final String three;

  SiteHandler(StudioServices workshop) {
    this.workshop = workshop;
    three = threeFolder();
  }

  /** The folder of three.js in the class path; its version is what the build took. */
  private static String threeFolder() {
    String name = "/META-INF/maven/org.webjars.npm/three/pom.properties";
    try (InputStream in = SiteHandler.class.getResourceAsStream(name)) {
      Properties p = new Properties();
      if (in != null) {
        p.load(in);
      }
      return "/META-INF/resources/webjars/three/" + p.getProperty("version") + "/build/";
    } catch (IOException e) {
      throw new IllegalStateException("three.js is missing from this build", e);
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String path = Request.getPathInContext(request);
    boolean get = HttpMethod.GET.is(request.getMethod());
    if (get && path.equals("/")) {
      resource(response, callback, "/studio/", "index.html");
    } else if (get && path.startsWith("/page/") && PAGE_FILE.matcher(path.substring(6)).matches()) {
      resource(response, callback, "/studio/", path.substring(6));
    } else if (get
        && path.startsWith("/three/")
        && THREE_FILE.matcher(path.substring(7)).matches()) {
      resource(response, callback, three, path.substring(7));
    } else if (get && path.equals("/api/scenes")) {
      HttpResponses.json(response, callback, workshop.gallery().listing());
    } else if (get && path.startsWith("/api/scenes/") && path.endsWith("/thumb.png")) {
      thumbnail(response, callback, path.substring(12, path.length() - 10));
    } else if (get && path.startsWith("/api/pose/")) {
      CompletableFuture<byte[]> png = workshop.poses().get(path.substring(10));
      if (png == null) {
        HttpResponses.plain(response, callback, 404, "there is no such picture");
      } else {
        picture(response, callback, png);
      }
    } else if (get && path.startsWith("/api/texture/")) {
      texture(response, callback, path.substring(13));
    } else if (get && path.startsWith("/api/take/")) {
      take(response, callback, path.substring(10));
    } else if (!get && path.equals("/api/upload")) {
      upload(request, response, callback);
    } else if (get && path.equals("/api/schema")) {
      HttpResponses.json(response, callback, BodyControls.schema());
    } else {
      HttpResponses.plain(response, callback, 404, "there is nothing here");
    }
    return true;
  }

  private static void resource(Response response, Callback callback, String folder, String name)
      throws IOException {
    try (InputStream in = SiteHandler.class.getResourceAsStream(folder + name)) {
      if (in == null) {
        HttpResponses.plain(response, callback, 404, "there is no such file");
      } else {
        HttpResponses.bytes(response, callback, 200, HttpResponses.type(name), in.readAllBytes());
      }
    }
  }

  private void thumbnail(Response response, Callback callback, String scene) {
    if (!SceneLibrary.names().contains(scene)) {
      HttpResponses.plain(response, callback, 404, "there is no such scene");
      return;
    }
    picture(response, callback, workshop.thumbnails().of(scene));
  }

  /** Answers once the picture is made. */
  private static void picture(
      Response response, Callback callback, CompletableFuture<byte[]> picture) {
    picture.whenComplete(
        (png, e) -> {
          if (png == null) {
            HttpResponses.plain(response, callback, 500, "this picture could not be made");
          } else {
            HttpResponses.bytes(response, callback, 200, "image/png", png);
          }
        });
  }

  private void texture(Response response, Callback callback, String number) {
    byte[] png =
        number.matches("[0-9]{1,9}") ? workshop.textures().get(Integer.parseInt(number)) : null;
    if (png == null) {
      HttpResponses.plain(response, callback, 404, "there is no such picture");
    } else {
      HttpResponses.bytes(response, callback, 200, "image/png", png);
    }
  }

  /** A file of an export: known by the id and name that were announced, nothing else. */
  private void take(Response response, Callback callback, String rest) throws IOException {
    int slash = rest.indexOf('/');
    Path file =
        slash < 0
            ? null
            : workshop.exports().file(rest.substring(0, slash), rest.substring(slash + 1));
    if (file == null || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      HttpResponses.plain(response, callback, 404, "there is no such file");
      return;
    }
    response.setStatus(200);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/octet-stream");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, Files.size(file));
    response
        .getHeaders()
        .put("Content-Disposition", "attachment; filename=\"" + file.getFileName() + "\"");
    try (OutputStream out = Content.Sink.asOutputStream(response)) {
      Files.copy(file, out);
    }
    callback.succeeded();
  }

  /**
   * Reads what is still to come of a small file that was refused. A browser that cannot send the
   * rest says that the line was cut, and nobody would learn why.
   */
  private static void drain(InputStream in, long length) {
    long left = length;
    long end = System.nanoTime() + DRAIN_NANOS;
    byte[] buffer = new byte[1 << 16];
    try {
      for (int n = 0; n >= 0 && left <= DRAIN_BYTES && System.nanoTime() < end; left -= n) {
        n = left > 0 ? in.read(buffer) : -1;
      }
    } catch (IOException e) {
      // It has gone.
    }
  }

  private void upload(Request request, Response response, Callback callback) throws IOException {
    String name = Request.extractQueryParameters(request).getValue("name");
    long length = request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
    InputStream in = Request.asInputStream(request);
    try {
      if (name == null || name.isEmpty() || name.length() > 300) {
        throw new Uploads.Refused(400, "`name` is missing");
      }
      Fields query = Request.extractQueryParameters(request);
      Uploads.Upload u =
          ExampleUploads.isSet(name)
              ? workshop
                  .uploads()
                  .takePart(name, query.getValue("set"), query.getValue("part"), length, in)
              : workshop.uploads().take(name, length, in);
      HttpResponses.json(
          response,
          callback,
          MessageJson.write(
              MessageJson.object().put("id", u.id()).put("kind", u.kind()).put("name", u.name())));
    } catch (Uploads.Refused e) {
      drain(in, length);
      response.getHeaders().put(HttpHeader.CONNECTION, "close"); // the rest is not read
      HttpResponses.plain(response, callback, e.status, e.getMessage());
    }
  }
}
