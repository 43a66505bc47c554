package io.hmscache.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each fault is seen by the client, and ends when it is told to. */
class TcpProxyTest {

  private ServerSocket echo;
  private TcpProxy proxy;

  @BeforeEach
  void start() throws IOException {
    echo = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
    Thread thread = new Thread(this::serve, "echo");
    thread.setDaemon(true);
    thread.start();
    proxy = TcpProxy.to(echo.getLocalPort());
  }

  private void serve() {
    try {
      while (true) {
        Socket socket = echo.accept();
        Thread thread =
            new Thread(
                () -> {
                  try (socket) {
                    socket.getInputStream().transferTo(socket.getOutputStream());
                  } catch (IOException e) {
                    assertTrue(socket.isClosed());
                  }
                });
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException e) {
      assertTrue(echo.isClosed());
    }
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    echo.close();
  }

  @Test
  void forwardsAndDelays() throws IOException {
    try (Socket socket = new Socket("127.0.0.1", proxy.port())) {
      assertEquals(7, exchange(socket, 7));
      proxy.delay(50);
      long start = System.nanoTime();
      assertEquals(8, exchange(socket, 8));
      assertTrue(System.nanoTime() - start >= 100_000_000, "not delayed in both directions");
      proxy.delay(0);
      assertEquals(9, exchange(socket, 9));
    }
  }

  @Test
  void isSilentUntilItSpeaks() throws IOException {
    try (Socket socket = new Socket("127.0.0.1", proxy.port())) {
      assertEquals(1, exchange(socket, 1));
      proxy.silence();
      socket.setSoTimeout(200);
      assertThrows(SocketTimeoutException.class, () -> exchange(socket, 2));
      socket.setSoTimeout(0);
      proxy.speak();
      assertEquals(2, socket.getInputStream().read());
    }
  }

  @Test
  void cutsAndRefuses() throws IOException {
    try (Socket socket = new Socket("127.0.0.1", proxy.port())) {
      assertEquals(1, exchange(socket, 1));
      proxy.cut();
      assertTrue(ended(socket));
    }
    try (Socket socket = new Socket("127.0.0.1", proxy.port())) {
      assertEquals(2, exchange(socket, 2));
      proxy.refuse();
      assertTrue(ended(socket));
      assertFalse(Ports.answers(proxy.port()));
    }
    proxy.accept();
    try (Socket socket = new Socket("127.0.0.1", proxy.port())) {
      assertEquals(3, exchange(socket, 3));
    }
  }

  private static int exchange(Socket socket, int value) throws IOException {
    socket.getOutputStream().write(value);
    return socket.getInputStream().read();
  }

  private static boolean ended(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException e) {
      return true; // reset by peer
    }
  }
}
