package io.hmscache.clients;

import io.hmscache.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Two HiveServer2, each on another metastore of a fleet, and a session on each. */
final class HivePair implements AutoCloseable {

  private final Fleet fleet;
  private final List<HiveServer> servers = new ArrayList<>();
  private final List<HiveSession> sessions = new ArrayList<>();

  private HivePair(Fleet fleet) {
    this.fleet = fleet;
  }

  static HivePair start(Fleet fleet) throws SQLException {
    HivePair pair = new HivePair(fleet);
    try {
      for (int i = 0; i < fleet.size(); i++) {
        pair.servers.add(HiveServer.launch(fleet, i));
      }
      for (HiveServer server : pair.servers) {
        server.awaitReady();
        pair.sessions.add(new HiveSession(server.connect(), fleet.database().warehouse()));
      }
      return pair;
    } catch (SQLException | RuntimeException e) {
      pair.close();
      throw e;
    }
  }

  HiveSession session(int number) {
    return sessions.get(number);
  }

  /** Plays a script; what the other server and the changing one answer goes to the transcript. */
  Transcript play(Script script, Transcript expected) throws IOException {
    Transcript transcript = new Transcript(expected);
    int turn = 0;
    for (Script.Step step : script.steps()) {
      String change = step.change().replace("${external}", fleet.external().toString());
      HiveSession own = sessions.get(turn % 2);
      HiveSession other = sessions.get((turn + 1) % 2);
      Path folder = fleet.external().resolve(change);
      switch (step.kind()) {
        case MAKE_FOLDER -> {
          Files.createDirectories(folder);
          transcript.change(step.change(), () -> {});
        }
        case REMOVE_FOLDER -> {
          Folders.delete(folder);
          transcript.change(step.change(), () -> {});
        }
        default -> {
          turn++;
          transcript.change(step.change(), () -> own.run(change));
        }
      }
      for (Script.Question question : step.questions()) {
        transcript.answer(question, false, () -> other.ask(question.sql()));
        transcript.answer(question, true, () -> own.ask(question.sql()));
      }
    }
    return transcript;
  }

  @Override
  public void close() {
    for (HiveSession session : sessions) {
      try {
        session.close();
      } catch (SQLException e) {
        System.err.println("a session did not close: " + e.getMessage());
      }
    }
    servers.forEach(HiveServer::close);
  }
}
