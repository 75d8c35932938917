package dev.shinari.app.studio.file;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers of the server: plain text, JSON and files, all with the same guarding headers. */
public final class HttpResponses {
  private HttpResponses() {}

  /** Headers of every answer: nothing foreign runs in the page, and nothing frames it. */
  static void guard(Response response, String host) {
    String live = host == null || !host.matches("[A-Za-z0-9.:\\[\\]-]+") ? "" : " ws://" + host;
    HttpFields.Mutable h = response.getHeaders();
    h.put(
        "Content-Security-Policy",
        "default-src 'self'; connect-src 'self'"
            + live
            + "; img-src 'self' blob: data:; style-src 'self'; script-src 'self'; object-src 'none';"
            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    h.put("X-Content-Type-Options", "nosniff");
    h.put("Referrer-Policy", "no-referrer");
    h.put("Cross-Origin-Resource-Policy", "same-origin");
    h.put("Cross-Origin-Opener-Policy", "same-origin");
    h.put(HttpHeader.CACHE_CONTROL, "no-store");
  }

  public static void plain(Response response, Callback callback, int status, String text) {
    bytes(
        response,
        callback,
        status,
        "text/plain; charset=utf-8",
        (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  public static void json(Response response, Callback callback, String text) {
    bytes(response, callback, 200, "application/json", text.getBytes(StandardCharsets.UTF_8));
  }

  public static void bytes(
      Response response, Callback callback, int status, String type, byte[] content) {
    response.setStatus(status);
    response.getHeaders().put(new HttpField(HttpHeader.CONTENT_TYPE, type));
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, content.length);
    response.write(true, ByteBuffer.wrap(content), callback);
  }

  /** Type of a file by its name, for the page's own files. */
  public static String type(String name) {
    String end = name.substring(name.lastIndexOf('.') + 1);
    return switch (end) {
      case "html" -> "text/html; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "json", "webmanifest" -> "application/json";
      case "svg" -> "image/svg+xml";
      case "png" -> "image/png";
      case "woff2" -> "font/woff2";
      default -> "application/octet-stream";
    };
  }
}
