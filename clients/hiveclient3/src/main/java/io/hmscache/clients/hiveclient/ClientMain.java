package io.hmscache.clients.hiveclient;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.HiveMetaStoreClient;
import org.apache.hadoop.hive.metastore.IMetaStoreClient;
import org.apache.thrift.TException;

/**
 * A child JVM: reads one request per line, answers with lines and a line with a single dot; a
 * failure is one line that starts with an exclamation mark. Runs with the metastore clients of Hive
 * 2.3 and 3.1, which have the same methods here. Arguments: metastore URI, folder of tables.
 */
public final class ClientMain {

  private ClientMain() {}

  /** Runs until the input ends. */
  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    IMetaStoreClient client = connect(args[0]);
    Writes writes = new Writes(client, args[1]);
    Reads reads = new Reads(client, args[1]);
    String line;
    while ((line = in.readLine()) != null) {
      try {
        List<String> words = Arrays.asList(line.split(" "));
        if (!writes.make(words)) {
          reads.answer(words).forEach(out::println);
        }
      } catch (TException | RuntimeException e) {
        e.printStackTrace();
        out.println("!" + e.getClass().getSimpleName());
      }
      out.println(".");
    }
    client.close();
  }

  /** The constructor takes a Configuration in 3.1 and a HiveConf, a kind of it, in 2.3. */
  private static IMetaStoreClient connect(String uri) throws ReflectiveOperationException {
    HiveConf conf = new HiveConf();
    conf.set("hive.metastore.uris", uri);
    for (Constructor<?> constructor : HiveMetaStoreClient.class.getConstructors()) {
      if (constructor.getParameterCount() == 1) {
        return (IMetaStoreClient) constructor.newInstance(conf);
      }
    }
    throw new NoSuchMethodException("a constructor with one parameter");
  }
}
