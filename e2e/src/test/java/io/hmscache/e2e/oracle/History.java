package io.hmscache.e2e.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A history as a script, one step per line; everything in a step follows from its seed. */
record History(List<Step> steps) {

  /**
   * One write and the reads after it.
   *
   * @param writer 0 or 1: the member that writes
   */
  record Step(Operation operation, int writer, long seed) {

    @Override
    public String toString() {
      return operation + " " + (writer == 0 ? "A" : "B") + " " + seed;
    }

    static Step parse(String line) {
      String[] words = line.strip().split(" ", -1);
      return new Step(
          Operation.valueOf(words[0]), words[1].equals("A") ? 0 : 1, Long.parseLong(words[2]));
    }
  }

  static History random(long seed, int length) {
    Random random = new Random(seed);
    int total = 0;
    for (Operation operation : Operation.values()) {
      total += operation.weight;
    }
    List<Step> steps = new ArrayList<>();
    steps.add(new Step(Operation.CREATE_ALL, 0, 0));
    for (int i = 1; i < length; i++) {
      int dice = random.nextInt(total);
      Operation operation = Operation.READ;
      for (Operation candidate : Operation.values()) {
        dice -= candidate.weight;
        if (dice < 0) {
          operation = candidate;
          break;
        }
      }
      steps.add(new Step(operation, random.nextInt(2), random.nextInt(Integer.MAX_VALUE)));
    }
    return new History(steps);
  }

  /** Reads what {@link #script} writes; comments behind # are skipped. */
  static History parse(List<String> lines) {
    return new History(
        lines.stream()
            .map(line -> line.replaceAll("#.*", "").strip())
            .filter(line -> !line.isEmpty())
            .map(Step::parse)
            .toList());
  }

  History first(int count) {
    return new History(steps.subList(0, count));
  }

  History without(int from, int to) {
    List<Step> fewer = new ArrayList<>(steps.subList(0, from));
    fewer.addAll(steps.subList(to, steps.size()));
    return new History(fewer);
  }

  int size() {
    return steps.size();
  }
}
