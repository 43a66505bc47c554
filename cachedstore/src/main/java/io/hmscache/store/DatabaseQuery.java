package io.hmscache.store;

import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.RawStore;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;

/** {@code getDatabase}. */
final class DatabaseQuery extends Query<Database, NoSuchObjectException, RuntimeException> {

  private final DatabaseScope scope;
  private final String catalogArgument;
  private final String nameArgument;
  private final SlotKey slot;
  private long stamp;
  private @Nullable Entry found;

  /** The arguments are kept as they came: an exception's message may quote them. */
  DatabaseQuery(Session session, DatabaseScope scope, String catalogArgument, String nameArgument) {
    super(session);
    this.scope = scope;
    this.catalogArgument = catalogArgument;
    this.nameArgument = nameArgument;
    this.slot = new SlotKey(scope.object, SlotKey.Kind.DATABASE, null);
  }

  @Override
  boolean find(View view) {
    found = session.cache().get(slot, scope.object.stamp());
    if (found == null) {
      return false;
    }
    view.add(found);
    return true;
  }

  @Override
  Database answer() {
    if (found == null) {
      throw new IllegalStateException("nothing was found");
    }
    return Copies.database((Database) found.value);
  }

  @Override
  @Nullable
  Database load(Load load) throws NoSuchObjectException {
    Database database;
    try {
      database = session.delegate().getDatabase(catalogArgument, nameArgument);
    } catch (NoSuchObjectException e) {
      load.finish();
      session.cache().remove(slot);
      throw e;
    }
    if (load.finish() && database != null) {
      Database owned = database.deepCopy();
      long captured = stamp;
      session
          .cache()
          .publish(
              slot,
              load.entry(owned, stamp, Weights.of(owned)),
              () -> scope.object.stamp() == captured);
    }
    return database;
  }

  @Override
  @Nullable
  Database ask(RawStore store) throws NoSuchObjectException {
    return store.getDatabase(catalogArgument, nameArgument);
  }

  @Override
  void forget() {
    session.cache().remove(slot);
  }

  @Override
  String describe() {
    return "DATABASE " + catalogArgument + "." + nameArgument;
  }

  @Override
  Object flightKey() {
    return slot;
  }

  @Override
  long captureStamps() {
    stamp = scope.object.stamp();
    return stamp;
  }

  @Override
  Floor floor() {
    return scope.floor;
  }
}
