package io.hmscache.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;

/**
 * A proxy between two ports of the loopback interface that can be made a bad network: slow, silent,
 * or refusing connections. Thread-safe; each connection has two daemon threads, which end with it.
 */
public final class TcpProxy implements AutoCloseable {

  private static final int BUFFER = 16_384;

  private final int port;
  private final int target;

  @GuardedBy("this")
  private final Set<Socket> sockets = new HashSet<>();

  @GuardedBy("this")
  private @Nullable ServerSocket server;

  @GuardedBy("this")
  private @Nullable Thread acceptor;

  @GuardedBy("this")
  private boolean silent;

  private volatile long delayMillis;

  private TcpProxy(int port, int target) {
    this.port = port;
    this.target = target;
  }

  /** A proxy that forwards to a port, on a port of its own. */
  public static TcpProxy to(int target) {
    TcpProxy proxy = new TcpProxy(Ports.free(), target);
    proxy.accept();
    return proxy;
  }

  /** The port to connect to. */
  public int port() {
    return port;
  }

  /**
   * Delays whatever is sent, in both directions.
   *
   * @param millis how long each piece is held; 0 ends it
   */
  public void delay(long millis) {
    delayMillis = millis;
  }

  /** Forwards nothing from now on; connections stay open, new ones are accepted. */
  public synchronized void silence() {
    silent = true;
  }

  /** Ends {@link #silence}: what was held is sent. */
  public synchronized void speak() {
    silent = false;
    notifyAll();
  }

  /**
   * Cuts every connection and refuses new ones, from the moment it returns: the kernel keeps a
   * closed socket listening for as long as a thread is still inside accept.
   */
  public void refuse() {
    Thread last = cut(true);
    if (last == null) {
      return;
    }
    try {
      last.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Cuts every connection; new ones are accepted. */
  public void cut() {
    cut(false);
  }

  private synchronized @Nullable Thread cut(boolean refuse) {
    if (refuse && server != null) {
      closeQuietly(server);
      server = null;
    }
    sockets.forEach(TcpProxy::closeQuietly);
    sockets.clear();
    notifyAll();
    return acceptor;
  }

  /** Accepts connections, again after {@link #refuse}. */
  public synchronized void accept() {
    if (server != null) {
      return;
    }
    try {
      ServerSocket fresh = new ServerSocket();
      fresh.setReuseAddress(true);
      fresh.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
      server = fresh;
      acceptor = start("accept", () -> acceptOn(fresh));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on port " + port, e);
    }
  }

  private void acceptOn(ServerSocket listening) {
    try {
      while (true) {
        Socket client = listening.accept();
        Socket database = new Socket();
        if (!register(listening, client, database)) {
          return;
        }
        try {
          database.connect(new InetSocketAddress("127.0.0.1", target));
        } catch (IOException e) {
          end(client, database); // the client learns it as it would without a proxy
          continue;
        }
        start("to", () -> pump(client, database));
        start("from", () -> pump(database, client));
      }
    } catch (IOException e) {
      // The listening socket was closed: connections are refused from here on.
      closeQuietly(listening);
    }
  }

  private synchronized boolean register(ServerSocket listening, Socket... pair) {
    if (listening != server) {
      for (Socket socket : pair) {
        closeQuietly(socket);
      }
      return false;
    }
    sockets.addAll(Set.of(pair));
    return true;
  }

  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[BUFFER];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (delayMillis > 0) {
          Thread.sleep(delayMillis);
        }
        awaitSpeech(from);
        out.write(buffer, 0, read);
        out.flush();
      }
    } catch (IOException e) {
      // One of both sides is gone; the other learns it below, by the end of its connection.
      closeQuietly(from);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end(from, to);
    }
  }

  private synchronized void awaitSpeech(Socket socket) throws InterruptedException {
    while (silent && !socket.isClosed()) {
      wait();
    }
  }

  private synchronized void end(Socket... pair) {
    for (Socket socket : pair) {
      closeQuietly(socket);
      sockets.remove(socket);
    }
  }

  private Thread start(String what, Runnable work) {
    Thread thread = new Thread(work, "tcp-proxy-" + port + "-" + what);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void closeQuietly(java.io.Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }

  @Override
  public void close() {
    refuse();
  }
}
