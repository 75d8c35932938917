package dev.shinari.app.studio;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Everything that is not a WebSocket: the page, three.js, and what the page asks for. */
final class Site extends Handler.Abstract {
  /** Names of the page's files: no way up, no hidden ones. */
  private static final Pattern PAGE_FILE =
      Pattern.compile("(?:[A-Za-z0-9_-]+/){0,3}[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9]+)+");

  private static final Pattern THREE_FILE = Pattern.compile("[a-z]+(?:\\.[a-z]+)*\\.js");

  private final Workshop workshop;
  private final String three;

  Site(Workshop workshop) {
    this.workshop = workshop;
    three = threeFolder();
  }

  /** The folder of three.js in the class path; its version is what the build took. */
  private static String threeFolder() {
    String name = "/META-INF/maven/org.webjars.npm/three/pom.properties";
    try (InputStream in = Site.class.getResourceAsStream(name)) {
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
      Answers.json(response, callback, workshop.gallery().listing());
    } else if (get && path.equals("/api/schema")) {
      Answers.json(response, callback, Knobs.schema());
    } else {
      Answers.plain(response, callback, 404, "there is nothing here");
    }
    return true;
  }

  private static void resource(Response response, Callback callback, String folder, String name)
      throws IOException {
    try (InputStream in = Site.class.getResourceAsStream(folder + name)) {
      if (in == null) {
        Answers.plain(response, callback, 404, "there is no such file");
      } else {
        Answers.bytes(response, callback, 200, Answers.type(name), in.readAllBytes());
      }
    }
  }
}
