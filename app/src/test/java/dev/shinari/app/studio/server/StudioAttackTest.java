package dev.shinari.app.studio.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.message.StudioLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever should not get in does not, and nobody brings the studio down. */
class StudioAttackTest {
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";
  private static StudioServer server;
  private static String host;
  private static String cookie;

  @BeforeAll
  static void start() throws Exception {
    server = new StudioServer("127.0.0.1", 0, TOKEN);
    server.start();
    host = "127.0.0.1:" + server.port();
    cookie = new TestPage(server).enter(TOKEN).cookie();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Sends bytes as they are and returns the answer's status, or -1 where there was none. */
  private static int raw(String request) throws IOException {
    try (Socket s = new Socket("127.0.0.1", server.port())) {
      s.setSoTimeout(10_000);
      s.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      s.getOutputStream().flush();
      byte[] head = s.getInputStream().readNBytes("HTTP/1.1 200".length());
      String answer = new String(head, StandardCharsets.ISO_8859_1);
      return answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9)) : -1;
    }
  }

  private static String get(String path, String headers) {
    return "GET " + path + " HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n";
  }

  private static String own(String more) {
    return "Host: " + host + "\r\nCookie: " + cookie + "\r\n" + more;
  }

  /** Everything still works afterwards. */
  private static void assertAlive() throws Exception {
    try (TestPage p = new TestPage(server).enter(TOKEN).watch("alive")) {
      p.await("hello");
      assertThat(p.get("/api/scenes").statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:80",
        "127.0.0.1",
        "127.0.0.1:1",
        "",
        "localhost.evil"
      })
  void aWrongHostIsRefused(String name) throws Exception {
    assertThat(raw(get("/", "Host: " + name + "\r\n"))).isIn(400, 403);
    assertThat(raw(get("/api/scenes", "Host: " + name + "\r\nCookie: " + cookie + "\r\n")))
        .isIn(400, 403);
  }

  @Test
  void twoHostsAndNoHostAreRefused() throws Exception {
    assertThat(raw(get("/", "Host: " + host + "\r\nHost: evil.example\r\n"))).isIn(400, 403);
    assertThat(raw(get("/", ""))).isIn(400, 403);
  }

  @Test
  void theRightHostIsServed() throws Exception {
    assertThat(raw(get("/api/scenes", own("")))).isEqualTo(200);
    assertThat(raw(get("/three/three.module.js", "Host: " + host + "\r\n"))).isEqualTo(200);
    String name = "Host: localhost:" + server.port() + "\r\nCookie: " + cookie + "\r\n";
    assertThat(raw(get("/api/scenes", name))).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://evil.example",
        "https://127.0.0.1",
        "null",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        ""
      })
  void aWrongOriginIsRefused(String origin) throws Exception {
    assertThat(raw(get("/api/scenes", own("Origin: " + origin + "\r\n")))).isEqualTo(403);
    assertThat(raw(upgrade(own("Origin: " + origin + "\r\n")))).isEqualTo(403);
  }

  @Test
  void aForeignSiteAndAnUpgradeWithoutOriginAreRefused() throws Exception {
    assertThat(raw(get("/api/scenes", own("Sec-Fetch-Site: cross-site\r\n")))).isEqualTo(403);
    assertThat(raw(get("/api/scenes", own("Sec-Fetch-Site: same-site\r\n")))).isEqualTo(403);
    assertThat(raw(upgrade(own("")))).isEqualTo(403);
    assertThat(raw(upgrade(own("Origin: http://" + host + "\r\n")))).isEqualTo(101);
  }

  @Test
  void nothingIsPackedSoNothingSwellsWhenUnpacked() throws Exception {
    String asked = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n";
    try (Socket s = new Socket("127.0.0.1", server.port())) {
      s.setSoTimeout(10_000);
      String request = upgrade(own("Origin: http://" + host + "\r\n" + asked));
      s.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) s.getInputStream().read());
      }
      assertThat(head.toString()).startsWith("HTTP/1.1 101").doesNotContain("deflate");
    }
  }

  private static String upgrade(String headers) {
    return "GET /api/live?session=x HTTP/1.1\r\n"
        + headers
        + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  }

  @Test
  void withoutTheCookieOfThisStartNothingIsTold() throws Exception {
    String bare = "Host: " + host + "\r\n";
    String old = bare + "Cookie: " + cookie.replaceAll("=.*", "=" + "0".repeat(32)) + "\r\n";
    for (String headers : new String[] {bare, old}) {
      for (String path :
          new String[] {
            "/api/scenes",
            "/api/schema",
            "/api/texture/1",
            "/api/take/x/y",
            "/api/scenes/tear-star/thumb.png"
          }) {
        assertThat(raw(get(path, headers))).isEqualTo(401);
      }
      assertThat(raw(upgrade(headers + "Origin: http://" + host + "\r\n"))).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"token\":\"00000000000000000000000000000000\"}",
        "{\"token\":\"\"}",
        "{\"token\":null}",
        "{\"token\":[]}",
        "{}",
        "[]",
        "",
        "{\"token\":\"0123456789abcdef0123456789abcdef\"} trailing",
        "{{{{"
      })
  void aWrongOrOldTokenGivesNoCookie(String body) throws Exception {
    var answer = new TestPage(server).post("/api/enter", body.getBytes(StandardCharsets.UTF_8));
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void theCookieIsStrictAndTheAnswersCarryTheGuardingHeaders() throws Exception {
    var entered =
        new TestPage(server)
            .post("/api/enter", ("{\"token\":\"" + TOKEN + "\"}").getBytes(StandardCharsets.UTF_8));
    assertThat(entered.headers().firstValue("Set-Cookie").orElse(""))
        .contains("HttpOnly")
        .containsIgnoringCase("SameSite=Strict");
    var scenes = new TestPage(server).enter(TOKEN).get("/api/scenes").headers();
    assertThat(scenes.firstValue("Access-Control-Allow-Origin")).isEmpty();
    assertThat(scenes.firstValue("Content-Security-Policy").orElse(""))
        .contains("script-src 'self'")
        .doesNotContain("unsafe");
    assertThat(scenes.firstValue("X-Content-Type-Options")).hasValue("nosniff");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/page/../version.txt",
        "/page/..%2fversion.txt",
        "/page/%2e%2e/scenes/index.txt",
        "/page/%2e%2e%2fscenes/index.txt",
        "/page/..%5cscenes%5cindex.txt",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/.hidden",
        "/page/a/../../scenes/index.txt",
        "/page/%00.js",
        "/page/index.html%00.js",
        "/page/C:/windows/win.ini",
        "/three/../package.json",
        "/three/%2e%2e/package.json",
        "/three/..%2fpackage.json",
        "/api/take/../../etc/passwd",
        "/api/take/x/..%2f..%2fetc%2fpasswd",
        "/api/take/%2e%2e/%2e%2e",
        "/api/scenes/..%2f..%2fpom/thumb.png",
        "/api/scenes/../scenes/x/thumb.png",
        "/api/texture/-1",
        "/api/texture/99999999999999",
        "/..;/etc/passwd",
        "/api/..;/api/scenes"
      })
  void noPathLeadsOut(String path) throws Exception {
    assertThat(raw(get(path, own("")))).isIn(400, 403, 404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../escape.obj",
        "..%2f..%2fescape.obj",
        "%2fetc%2fescape.obj",
        "a%00b.obj",
        "..",
        ".obj",
        "x.exe",
        "x.html",
        ""
      })
  void anUploadStaysInItsFolderWhateverItsName(String name) throws Exception {
    TestPage p = new TestPage(server).enter(TOKEN);
    String cube = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    var answer = p.post("/api/upload?name=" + name, cube.getBytes(StandardCharsets.UTF_8));
    assertThat(answer.statusCode()).isIn(200, 400, 415);
    if (answer.statusCode() == 200) {
      assertThat(MessageJson.read(answer.body()).path("name").asText())
          .matches("[A-Za-z0-9][A-Za-z0-9._-]*");
    } else {
      assertThat(answer.body()).doesNotContain("/tmp").doesNotContain("shinari");
    }
  }

  @Test
  void filesThatPointElsewhereAreRefused() throws Exception {
    TestPage p = new TestPage(server).enter(TOKEN);
    String gltf =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":9,\"uri\":\"../../../../etc/passwd\"}]}";
    assertThat(
            p.post("/api/upload?name=x.gltf", gltf.getBytes(StandardCharsets.UTF_8)).statusCode())
        .isEqualTo(400);
    String scene =
        "{\"bodies\":[{\"shape\":{\"kind\":\"file\",\"path\":\"../../../../etc/passwd.obj\"}}]}";
    assertThat(
            p.post("/api/upload?name=x.jsonc", scene.getBytes(StandardCharsets.UTF_8)).statusCode())
        .isEqualTo(400);
    String svg =
        "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
            + "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"&x;\"/></svg>";
    assertThat(p.post("/api/upload?name=x.svg", svg.getBytes(StandardCharsets.UTF_8)).statusCode())
        .isEqualTo(400);
  }

  @Test
  void anUploadThatIsTooLargeIsRefusedBeforeItIsRead() throws Exception {
    String head =
        "POST /api/upload?name=x.obj HTTP/1.1\r\n"
            + own("Origin: http://" + host + "\r\nContent-Length: 99999999999\r\n\r\nv 0 0 0");
    assertThat(raw(head)).isEqualTo(413);
    assertAlive();
  }

  @Test
  void anEndlessUploadIsCutOff() throws Exception {
    try (Socket s = new Socket("127.0.0.1", server.port())) {
      s.setSoTimeout(20_000);
      OutputStream out = s.getOutputStream();
      out.write(
          ("POST /api/upload?name=x.obj HTTP/1.1\r\n"
                  + own("Origin: http://" + host + "\r\nTransfer-Encoding: chunked\r\n\r\n"))
              .getBytes(StandardCharsets.ISO_8859_1));
      byte[] chunk =
          ("100000\r\n" + "#".repeat(1 << 20) + "\r\n").getBytes(StandardCharsets.US_ASCII);
      long sent = 0;
      try {
        while (sent < 3 * StudioLimits.UPLOAD_BYTES) {
          out.write(chunk);
          sent += chunk.length;
        }
      } catch (IOException e) {
        // Hung up on: as it should be.
      }
      assertThat(sent).isLessThan(3 * StudioLimits.UPLOAD_BYTES);
    }
    assertAlive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "[]",
        "\"open\"",
        "{}",
        "{\"do\":7}",
        "{\"do\":\"open\"}",
        "{\"do\":\"open\",\"scene\":\"../../etc/passwd\"}",
        "{\"do\":\"open\",\"upload\":\"../x\"}",
        "{\"do\":\"drag\",\"grip\":0,\"place\":[0,0,0]}",
        "{\"do\":\"drag\",\"grip\":1e9,\"place\":[0,0]}",
        "{\"do\":\"grab\",\"grip\":0,\"mesh\":-1,\"vertex\":0,\"place\":[0,0,0]}",
        "{\"do\":\"grab\",\"grip\":0,\"mesh\":2,\"vertex\":99999999,\"place\":[0,0,0]}",
        "{\"do\":\"grab\",\"grip\":0,\"mesh\":2,\"vertex\":0,\"place\":[1e300,0,0]}",
        "{\"do\":\"cut\",\"from\":[0,0,0],\"to\":[0,0,0]}",
        "{\"do\":\"shoot\",\"from\":[0,0,0],\"along\":[0,0,0],\"speed\":1}",
        "{\"do\":\"speed\",\"factor\":\"fast\"}",
        "{\"do\":\"set\",\"body\":1,\"key\":\"shape.path\",\"value\":\"/etc/passwd\"}",
        "{\"do\":\"set\",\"key\":\"bodies[0].shape\",\"value\":{\"kind\":\"file\",\"path\":\"/etc/x.obj\"}}",
        "{\"do\":\"set\",\"body\":99,\"key\":\"friction\",\"value\":1}",
        "{\"do\":\"set\",\"body\":1,\"key\":\"cage.resolution\",\"value\":400000}",
        "{\"do\":\"pin\",\"mesh\":2,\"vertices\":[-1]}",
        "{\"do\":\"weight\",\"body\":1,\"example\":0,\"value\":1}",
        "{\"do\":\"export\",\"formats\":[\"exe\"]}",
        "{\"do\":\"save\",\"what\":\"everything\"}",
        "{\"do\":\"undo\"}",
        "{\"do\":\"<script>alert(1)</script>\"}"
      })
  void aMalformedMessageIsRefusedAndTheSessionGoesOn(String message) throws Exception {
    try (TestPage p = new TestPage(server).enter(TOKEN).watch("malformed")) {
      if (p.await("state").path("step").asLong() == 0) {
        p.ask("open", "scene", "falling-cuboid");
      }
      p.forget();
      p.send(message);
      assertThat(p.await("refused").path("why").asText()).isNotEmpty();
      assertThat(p.ask("pause").path("is").asText()).isEqualTo("done");
    }
  }

  @Test
  void deepNestingIsRefused() throws Exception {
    try (TestPage p = new TestPage(server).enter(TOKEN).watch("deep")) {
      p.send("{\"do\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}");
      p.await("refused");
    }
  }

  @Test
  void aHugeMessageAndABinaryOneEndTheConnectionOnly() throws Exception {
    try (TestPage p = new TestPage(server).enter(TOKEN).watch("huge")) {
      p.await("hello");
      p.send("{\"do\":\"" + "x".repeat(2 * StudioLimits.MESSAGE_BYTES) + "\"}");
      p.awaitClose();
    }
    WebSocket w =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .header("Origin", "http://" + host)
            .header("Cookie", cookie)
            .buildAsync(URI.create("ws://" + host + "/api/live"), new WebSocket.Listener() {})
            .get(10, TimeUnit.SECONDS);
    w.sendBinary(ByteBuffer.allocate(100), true).get(10, TimeUnit.SECONDS);
    assertAlive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "a b", "%00", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})
  void aSessionsNameIsPlain(String name) throws Exception {
    String request =
        upgrade(own("Origin: http://" + host + "\r\n"))
            .replace("session=x", "session=" + name.replace(" ", "%20"));
    assertThat(raw(request)).isNotEqualTo(101);
  }

  @Test
  void fiftyConnectsAndDropsASecondAreSurvived() throws Exception {
    for (int k = 0; k < 100; k++) {
      try (Socket s = new Socket("127.0.0.1", server.port())) {
        String half = upgrade(own("Origin: http://" + host + "\r\n"));
        String sent = k % 3 == 0 ? "" : k % 3 == 1 ? half.substring(0, half.length() / 2) : half;
        s.getOutputStream().write(sent.getBytes(StandardCharsets.ISO_8859_1));
        s.setSoLinger(true, 0); // a reset, not a farewell
      }
      Thread.sleep(5);
    }
    assertAlive();
  }

  @Test
  void aClientThatNeverReadsHoldsNobodyUp() throws Exception {
    try (Socket deaf = new Socket("127.0.0.1", server.port());
        TestPage p = new TestPage(server).enter(TOKEN).watch("deaf")) {
      deaf.setReceiveBufferSize(1024);
      String join =
          upgrade(own("Origin: http://" + host + "\r\n")).replace("session=x", "session=deaf");
      deaf.getOutputStream().write(join.getBytes(StandardCharsets.ISO_8859_1));
      InputStream in = deaf.getInputStream();
      assertThat(in.read()).isEqualTo('H');
      p.ask("open", "scene", "falling-cuboid");
      p.frame(f -> f.seconds() > 0.3);
      p.ask("restart");
      p.frame(f -> f.seconds() > 0.1);
    }
  }

  @Test
  void aPageThatDoesNotDrawGetsOneFrameOnly() throws Exception {
    try (TestPage slow = new TestPage(server).enter(TOKEN).watch("slow");
        TestPage quick = new TestPage(server).enter(TOKEN).watch("slow")) {
      slow.stopDrawing();
      quick.ask("open", "scene", "falling-cuboid");
      quick.frame(f -> f.seconds() > 0.3);
      assertThat(slow.frameCount()).isEqualTo(1);
      assertThat(quick.frameCount()).isGreaterThan(3);
    }
  }

  @Test
  void moreSessionsThanAllowedAreRefused() throws Exception {
    TestPage[] pages = new TestPage[StudioLimits.SESSIONS + 4];
    int closed = 0;
    try {
      for (int k = 0; k < pages.length; k++) {
        pages[k] = new TestPage(server).enter(TOKEN).watch("many" + k);
      }
      pages[pages.length - 1].awaitClose();
      for (TestPage p : pages) {
        closed += p.isClosed() ? 1 : 0;
      }
      assertThat(closed).isGreaterThanOrEqualTo(4);
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    } finally {
      for (TestPage p : pages) {
        if (p != null) {
          p.close();
        }
      }
    }
    assertAlive();
  }
}
