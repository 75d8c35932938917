package dev.shinari.app.studio.server;

import dev.shinari.app.studio.file.AccessControl;
import dev.shinari.app.studio.file.HttpResponses;
import dev.shinari.app.studio.file.StudioServices;
import dev.shinari.app.studio.message.StudioLimits;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;

/** The studio's server. Start here to read this package. */
public final class StudioServer implements AutoCloseable {
  private static final Pattern SESSION = Pattern.compile("[A-Za-z0-9_-]{1,32}");

  /** A page that is loaded asks again within this time. */
  private static final long LOADING_NANOS = 600_000_000L;

  private final String host;
  private final String token;
  private final Server server;
  private final ServerConnector connector;
  private final AccessControl gate;
  private final StudioServices workshop;
  private final Sessions sessions;
  private final JitWarmUp rehearsal;
  private final AtomicInteger sockets = new AtomicInteger();

  /**
   * A server that is not started yet.
   *
   * @param host address to listen at
   * @param port port, 0 for any that is free
   * @param token 32 hexadecimal digits that a page must know
   */
  public StudioServer(String host, int port, String token) throws IOException {
    this(host, port, token, null);
  }

  /**
   * A server that is not started yet.
   *
   * @param cache folder in which pictures are kept for the next start, or null for none
   */
  public StudioServer(String host, int port, String token, Path cache) throws IOException {
    this.host = host;
    this.token = token;
    workshop = new StudioServices(cache);
    sessions = new Sessions(workshop);
    rehearsal = new JitWarmUp(workshop, this::isNeeded);
    QueuedThreadPool threads = new QueuedThreadPool(48, 4);
    threads.setName("studio");
    threads.setDaemon(true);
    server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(8192);
    http.setUriCompliance(UriCompliance.DEFAULT);
    http.setMinRequestDataRate(256);
    connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setHost(host);
    connector.setPort(port);
    connector.setIdleTimeout(30_000);
    connector.setAcceptQueueSize(64);
    server.addConnector(connector);
    WebSocketUpgradeHandler live =
        WebSocketUpgradeHandler.from(
            server,
            container -> {
              container.setMaxTextMessageSize(StudioLimits.MESSAGE_BYTES);
              container.setMaxBinaryMessageSize(1024);
              container.setMaxFrameSize(StudioLimits.MESSAGE_BYTES);
              container.setIdleTimeout(Duration.ofMinutes(10));
              container.addMapping("/api/live", this::socket);
            });
    live.setHandler(new SiteHandler(workshop));
    gate = new AccessControl(token, live);
    server.setHandler(gate);
    server.setErrorHandler(
        (request, response, callback) -> {
          HttpResponses.plain(response, callback, response.getStatus(), "refused");
          return true;
        });
  }

  private Object socket(
      ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
    String name = Request.extractQueryParameters(request).getValue("session");
    name = name == null ? "main" : name;
    if (!SESSION.matcher(name).matches()) {
      HttpResponses.plain(response, callback, 400, "a session is named by letters and digits");
      return null;
    }
    if (sockets.get() >= StudioLimits.SOCKETS) {
      HttpResponses.plain(response, callback, 503, "too many pages are open");
      return null;
    }
    response.setExtensions(List.of()); // positions hardly shrink, and packing them takes longest
    return new LiveSocket(sessions, name, sockets);
  }

  /** Whether a page is being loaded, or a session has no time to spare. */
  private boolean isNeeded() {
    return gate.idleNanos() < LOADING_NANOS || sessions.isLate();
  }

  /** A token that nobody can guess. */
  public static String newToken() {
    return AccessControl.randomHex();
  }

  /** Starts; {@link BindException} where the port is taken. */
  public void start() throws Exception {
    try {
      server.start();
    } catch (IOException e) {
      close();
      if (e instanceof BindException || e.getCause() instanceof BindException) {
        throw new BindException("port " + connector.getPort() + " of " + host + " is taken");
      }
      throw e;
    }
    gate.open(names(), port());
  }

  /** Runs a little of several scenes in the background, so that the first one is quick at once. */
  public void rehearse() {
    rehearsal.begin();
  }

  /** Loads the classes of a session, for the launcher's archive of classes. */
  public void loadClasses() {
    rehearsal.briefly();
    workshop.gallery().listing();
  }

  /** Makes the gallery's pictures ahead, in the background and in the order shown. */
  public void makePictures() {
    workshop.thumbnails().makeAhead();
  }

  public int port() {
    return connector.getLocalPort();
  }

  /** The address to open in a browser, with the token. */
  public String address() {
    String shown = isAny(host) ? "127.0.0.1" : host.contains(":") ? "[" + host + "]" : host;
    return "http://" + shown + ":" + port() + "/#token=" + token;
  }

  private static boolean isAny(String host) {
    return host.equals("0.0.0.0") || host.equals("::");
  }

  /** What requests may call this server: never a name that somebody else can point here. */
  private Set<String> names() throws IOException {
    Set<String> names = new HashSet<>(Set.of("127.0.0.1", "localhost", "[::1]"));
    if (isAny(host)) {
      for (NetworkInterface net : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        for (InetAddress a : Collections.list(net.getInetAddresses())) {
          String text = a.getHostAddress().replaceAll("%.*", "");
          names.add(text.contains(":") ? "[" + text + "]" : text);
        }
      }
    } else {
      names.add(host.contains(":") ? "[" + host + "]" : host);
    }
    Set<String> withPort = new HashSet<>();
    for (String n : names) {
      withPort.add(n + ":" + port());
      if (port() == 80) {
        withPort.add(n);
      }
    }
    return withPort;
  }

  /** The sessions, for tests. */
  Sessions sessions() {
    return sessions;
  }

  @Override
  public void close() {
    rehearsal.stop();
    sessions.close();
    try {
      server.setStopTimeout(1000);
      server.stop();
    } catch (Exception e) {
      // It goes with the process.
    }
    workshop.close();
  }
}
