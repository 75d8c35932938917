package dev.shinari.app.studio.file;

import dev.shinari.app.studio.message.MessageJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Who may talk to the studio. Every request, the upgrade to a WebSocket included, must name this
 * server as its host (a foreign page that points its own name at this machine does not), and must
 * not come from a page of another origin. Everything under {@code /api/} but {@code /api/enter}
 * needs the cookie that the token of this start is exchanged for.
 */
public final class AccessControl extends Handler.Wrapper {
  /** Longest body of {@code /api/enter}. */
  private static final int ENTER_BYTES = 256;

  /** A browser that was told to open the page takes so long to ask for it. */
  private static final long FIRST_NANOS = 1_500_000_000L;

  private final String token;
  private final String secret = randomHex();
  private volatile Set<String> hosts = Set.of();
  private volatile String cookieName = "";
  private volatile long asked; // when, for the last time

  public AccessControl(String token, Handler inner) {
    super(inner);
    this.token = token;
  }

  public static String randomHex() {
    byte[] bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * @param names what the Host header may say, with port
   */
  public void open(Set<String> names, int port) {
    hosts = names;
    asked = System.nanoTime() + FIRST_NANOS;
    // Browsers do not keep cookies of two ports apart.
    cookieName = "shinari-" + port;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    asked = System.nanoTime();
    String host = single(request, HttpHeader.HOST);
    HttpResponses.guard(response, host);
    if (host == null || !hosts.contains(host)) {
      HttpResponses.plain(response, callback, 403, "this name is not served here");
      return true;
    }
    boolean post = HttpMethod.POST.is(request.getMethod());
    boolean upgrade = request.getHeaders().contains(HttpHeader.UPGRADE, "websocket");
    if (!post && !HttpMethod.GET.is(request.getMethod())) {
      HttpResponses.plain(response, callback, 405, "only GET and POST");
      return true;
    }
    boolean hasOrigin = request.getHeaders().contains(HttpHeader.ORIGIN);
    boolean sameOrigin = ("http://" + host).equals(single(request, HttpHeader.ORIGIN));
    String site = request.getHeaders().get("Sec-Fetch-Site");
    boolean foreign = site != null && !site.equals("same-origin") && !site.equals("none");
    if (hasOrigin && !sameOrigin || !hasOrigin && (post || upgrade) || foreign) {
      HttpResponses.plain(response, callback, 403, "only pages of this server may ask");
      return true;
    }
    String path = Request.getPathInContext(request);
    if (path.equals("/api/enter")) {
      enter(request, response, callback, post);
      return true;
    }
    if ((path.startsWith("/api/") || upgrade) && !hasCookie(request)) {
      HttpResponses.plain(response, callback, 401, "open the address that the studio printed");
      return true;
    }
    return super.handle(request, response, callback);
  }

  /** Time since the last request; negative while the first one may be on its way. */
  public long idleNanos() {
    return System.nanoTime() - asked;
  }

  /** The value of a header that is there exactly once, or null. */
  private static String single(Request request, HttpHeader header) {
    String value = null;
    int n = 0;
    for (HttpField f : request.getHeaders()) {
      if (f.getHeader() == header) {
        value = f.getValue();
        n++;
      }
    }
    return n == 1 ? value : null;
  }

  private void enter(Request request, Response response, Callback callback, boolean post)
      throws Exception {
    if (!post) {
      HttpResponses.plain(response, callback, 405, "POST only");
      return;
    }
    byte[] body = Request.asInputStream(request).readNBytes(ENTER_BYTES + 1);
    String given = "";
    try {
      if (body.length <= ENTER_BYTES) {
        given =
            MessageJson.text(MessageJson.read(new String(body, StandardCharsets.UTF_8)), "token");
      }
    } catch (IllegalArgumentException e) {
      given = "";
    }
    if (!same(given, token)) {
      HttpResponses.plain(response, callback, 401, "this token is not of this start of the studio");
      return;
    }
    HttpCookie cookie =
        HttpCookie.build(cookieName, secret)
            .path("/")
            .httpOnly(true)
            .sameSite(HttpCookie.SameSite.STRICT)
            .build();
    Response.addCookie(response, cookie);
    response.setStatus(204);
    callback.succeeded();
  }

  private boolean hasCookie(Request request) {
    boolean good = false;
    for (HttpCookie c : Request.getCookies(request)) {
      good |= c.getName().equals(cookieName) && same(c.getValue(), secret);
    }
    return good;
  }

  /** In a time that tells nothing about where two secrets differ. */
  private static boolean same(String a, String b) {
    return MessageDigest.isEqual(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
