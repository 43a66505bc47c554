package io.hmscache.store;

import io.hmscache.writeid.Gate;
import io.hmscache.writeid.TableKey;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.AllTableConstraintsRequest;
import org.apache.hadoop.hive.metastore.api.CheckConstraintsRequest;
import org.apache.hadoop.hive.metastore.api.DefaultConstraintsRequest;
import org.apache.hadoop.hive.metastore.api.ForeignKeysRequest;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.NotNullConstraintsRequest;
import org.apache.hadoop.hive.metastore.api.PrimaryKeysRequest;
import org.apache.hadoop.hive.metastore.api.SQLAllTableConstraints;
import org.apache.hadoop.hive.metastore.api.SQLCheckConstraint;
import org.apache.hadoop.hive.metastore.api.SQLDefaultConstraint;
import org.apache.hadoop.hive.metastore.api.SQLForeignKey;
import org.apache.hadoop.hive.metastore.api.SQLNotNullConstraint;
import org.apache.hadoop.hive.metastore.api.SQLPrimaryKey;
import org.apache.hadoop.hive.metastore.api.SQLUniqueConstraint;
import org.apache.hadoop.hive.metastore.api.UniqueConstraintsRequest;

/**
 * All cached reads that are not about partitions: those of the classes above, and constraints. A
 * table's constraints hang on the table and on the generation of all constraints, since what
 * becomes of another table can change them. A list in a request object counts as one passed by the
 * caller.
 */
abstract class AnswerReadingStore extends StatisticsReadingStore {

  @Override
  @Nullable
  public List<SQLPrimaryKey> getPrimaryKeys(String catalog, String database, String table)
      throws MetaException {
    return constraints(
        "PrimaryKeys",
        catalog,
        database,
        table,
        null,
        Gate.UNKNOWN,
        AnswerForms.structs(SQLPrimaryKey::deepCopy),
        (Ask<List<SQLPrimaryKey>, MetaException, RuntimeException>)
            store -> store.getPrimaryKeys(catalog, database, table));
  }

  @Override
  @Nullable
  public List<SQLPrimaryKey> getPrimaryKeys(PrimaryKeysRequest request) throws MetaException {
    if (request == null) {
      return delegate().getPrimaryKeys(request);
    }
    return constraints(
        "PrimaryKeys",
        request.getCatName(),
        request.getDb_name(),
        request.getTbl_name(),
        request.getValidWriteIdList(),
        id(request.isSetTableId(), request.getTableId()),
        AnswerForms.structs(SQLPrimaryKey::deepCopy),
        (Ask<List<SQLPrimaryKey>, MetaException, RuntimeException>)
            store -> store.getPrimaryKeys(request));
  }

  @Override
  @Nullable
  public List<SQLUniqueConstraint> getUniqueConstraints(
      String catalog, String database, String table) throws MetaException {
    return constraints(
        "UniqueConstraints",
        catalog,
        database,
        table,
        null,
        Gate.UNKNOWN,
        AnswerForms.structs(SQLUniqueConstraint::deepCopy),
        (Ask<List<SQLUniqueConstraint>, MetaException, RuntimeException>)
            store -> store.getUniqueConstraints(catalog, database, table));
  }

  @Override
  @Nullable
  public List<SQLUniqueConstraint> getUniqueConstraints(UniqueConstraintsRequest request)
      throws MetaException {
    if (request == null) {
      return delegate().getUniqueConstraints(request);
    }
    return constraints(
        "UniqueConstraints",
        request.getCatName(),
        request.getDb_name(),
        request.getTbl_name(),
        request.getValidWriteIdList(),
        id(request.isSetTableId(), request.getTableId()),
        AnswerForms.structs(SQLUniqueConstraint::deepCopy),
        (Ask<List<SQLUniqueConstraint>, MetaException, RuntimeException>)
            store -> store.getUniqueConstraints(request));
  }

  @Override
  @Nullable
  public List<SQLNotNullConstraint> getNotNullConstraints(
      String catalog, String database, String table) throws MetaException {
    return constraints(
        "NotNullConstraints",
        catalog,
        database,
        table,
        null,
        Gate.UNKNOWN,
        AnswerForms.structs(SQLNotNullConstraint::deepCopy),
        (Ask<List<SQLNotNullConstraint>, MetaException, RuntimeException>)
            store -> store.getNotNullConstraints(catalog, database, table));
  }

  @Override
  @Nullable
  public List<SQLNotNullConstraint> getNotNullConstraints(NotNullConstraintsRequest request)
      throws MetaException {
    if (request == null) {
      return delegate().getNotNullConstraints(request);
    }
    return constraints(
        "NotNullConstraints",
        request.getCatName(),
        request.getDb_name(),
        request.getTbl_name(),
        request.getValidWriteIdList(),
        id(request.isSetTableId(), request.getTableId()),
        AnswerForms.structs(SQLNotNullConstraint::deepCopy),
        (Ask<List<SQLNotNullConstraint>, MetaException, RuntimeException>)
            store -> store.getNotNullConstraints(request));
  }

  @Override
  @Nullable
  public List<SQLDefaultConstraint> getDefaultConstraints(
      String catalog, String database, String table) throws MetaException {
    return constraints(
        "DefaultConstraints",
        catalog,
        database,
        table,
        null,
        Gate.UNKNOWN,
        AnswerForms.structs(SQLDefaultConstraint::deepCopy),
        (Ask<List<SQLDefaultConstraint>, MetaException, RuntimeException>)
            store -> store.getDefaultConstraints(catalog, database, table));
  }

  @Override
  @Nullable
  public List<SQLDefaultConstraint> getDefaultConstraints(DefaultConstraintsRequest request)
      throws MetaException {
    if (request == null) {
      return delegate().getDefaultConstraints(request);
    }
    return constraints(
        "DefaultConstraints",
        request.getCatName(),
        request.getDb_name(),
        request.getTbl_name(),
        request.getValidWriteIdList(),
        id(request.isSetTableId(), request.getTableId()),
        AnswerForms.structs(SQLDefaultConstraint::deepCopy),
        (Ask<List<SQLDefaultConstraint>, MetaException, RuntimeException>)
            store -> store.getDefaultConstraints(request));
  }

  @Override
  @Nullable
  public List<SQLCheckConstraint> getCheckConstraints(String catalog, String database, String table)
      throws MetaException {
    return constraints(
        "CheckConstraints",
        catalog,
        database,
        table,
        null,
        Gate.UNKNOWN,
        AnswerForms.structs(SQLCheckConstraint::deepCopy),
        (Ask<List<SQLCheckConstraint>, MetaException, RuntimeException>)
            store -> store.getCheckConstraints(catalog, database, table));
  }

  @Override
  @Nullable
  public List<SQLCheckConstraint> getCheckConstraints(CheckConstraintsRequest request)
      throws MetaException {
    if (request == null) {
      return delegate().getCheckConstraints(request);
    }
    return constraints(
        "CheckConstraints",
        request.getCatName(),
        request.getDb_name(),
        request.getTbl_name(),
        request.getValidWriteIdList(),
        id(request.isSetTableId(), request.getTableId()),
        AnswerForms.structs(SQLCheckConstraint::deepCopy),
        (Ask<List<SQLCheckConstraint>, MetaException, RuntimeException>)
            store -> store.getCheckConstraints(request));
  }

  @Override
  @Nullable
  public SQLAllTableConstraints getAllTableConstraints(
      String catalog, String database, String table) throws MetaException, NoSuchObjectException {
    return constraints(
        "All",
        catalog,
        database,
        table,
        null,
        Gate.UNKNOWN,
        AnswerForms.ALL_CONSTRAINTS,
        (Ask<SQLAllTableConstraints, MetaException, NoSuchObjectException>)
            store -> store.getAllTableConstraints(catalog, database, table));
  }

  @Override
  @Nullable
  public SQLAllTableConstraints getAllTableConstraints(AllTableConstraintsRequest request)
      throws MetaException, NoSuchObjectException {
    if (request == null) {
      return delegate().getAllTableConstraints(request);
    }
    return constraints(
        "All",
        request.getCatName(),
        request.getDbName(),
        request.getTblName(),
        request.getValidWriteIdList(),
        id(request.isSetTableId(), request.getTableId()),
        AnswerForms.ALL_CONSTRAINTS,
        (Ask<SQLAllTableConstraints, MetaException, NoSuchObjectException>)
            store -> store.getAllTableConstraints(request));
  }

  @Override
  @Nullable
  public List<SQLForeignKey> getForeignKeys(
      String catalog, String parentDatabase, String parentTable, String database, String table)
      throws MetaException {
    return foreignKeys(
        catalog,
        new String[] {parentDatabase, parentTable, database, table},
        null,
        Gate.UNKNOWN,
        store -> store.getForeignKeys(catalog, parentDatabase, parentTable, database, table));
  }

  @Override
  @Nullable
  public List<SQLForeignKey> getForeignKeys(ForeignKeysRequest request) throws MetaException {
    if (request == null) {
      return delegate().getForeignKeys(request);
    }
    return foreignKeys(
        request.getCatName(),
        new String[] {
          request.getParent_db_name(),
          request.getParent_tbl_name(),
          request.getForeign_db_name(),
          request.getForeign_tbl_name()
        },
        request.getValidWriteIdList(),
        id(request.isSetTableId(), request.getTableId()),
        store -> store.getForeignKeys(request));
  }

  /**
   * Foreign keys by child, parent or both; what names neither hangs on all constraints.
   *
   * @param ends database and table of the parent, then of the child, each of which may be null
   */
  private @Nullable List<SQLForeignKey> foreignKeys(
      @Nullable String catalog,
      String[] ends,
      @Nullable String writeIds,
      long tableId,
      Ask<List<SQLForeignKey>, MetaException, RuntimeException> ask)
      throws MetaException {
    Session session = session();
    if (session == null || catalog == null || catalog.isEmpty()) {
      return ask.of(delegate());
    }
    TableKey child = TableReads.key(catalog, ends[2], ends[3]);
    TableKey key = child != null ? child : TableReads.key(catalog, ends[0], ends[1]);
    CallKey arguments =
        CallKey.of("ForeignKeys", catalog, ends[0], ends[1], ends[2], ends[3], session.sqlPaths());
    AnswerForm<List<SQLForeignKey>> form = AnswerForms.structs(SQLForeignKey::deepCopy);
    if (key != null) {
      return constraints(session, key, arguments, writeIds, tableId, form, ask);
    }
    Scope all = session.cache().scopes().root().foreignKeys;
    return answer(
        session,
        new ListingQuery<>(
            session,
            new Remembered<>(session, all, SlotKey.Kind.CONSTRAINTS, arguments, all::stamp, form),
            session.cache().scopes().catalog(TableKey.canonical(catalog)).floor,
            keys -> true,
            ask),
        DatabaseLevel.ofListings(session.shared(), proxied()));
  }

  private <T, X extends Exception, Y extends Exception> @Nullable T constraints(
      String kind,
      @Nullable String catalog,
      @Nullable String database,
      @Nullable String table,
      @Nullable String writeIds,
      long tableId,
      AnswerForm<T> form,
      Ask<T, X, Y> ask)
      throws X, Y {
    Session session = session();
    TableKey key = TableReads.key(catalog, database, table);
    if (session == null || key == null) {
      return ask.of(delegate());
    }
    CallKey arguments = CallKey.of(kind, catalog, database, table, session.sqlPaths());
    return constraints(session, key, arguments, writeIds, tableId, form, ask);
  }

  private <T, X extends Exception, Y extends Exception> @Nullable T constraints(
      Session session,
      TableKey key,
      CallKey arguments,
      @Nullable String writeIds,
      long tableId,
      AnswerForm<T> form,
      Ask<T, X, Y> ask)
      throws X, Y {
    TableQuery of = TableReads.tables(session, key, writeIds, tableId);
    TableScope scope = of.scope;
    return answer(
        session,
        new ConstraintsQuery<>(
            session,
            of,
            remembered(session, scope.constraints, arguments, form),
            remembered(session, scope.foreignKeys, arguments, form),
            AnswerReadingStore::showsOthers,
            ask),
        of);
  }

  private static <T> Remembered<T> remembered(
      Session session, Scope depends, CallKey arguments, AnswerForm<T> form) {
    return new Remembered<>(
        session, depends, SlotKey.Kind.CONSTRAINTS, arguments, depends::stamp, form);
  }

  /**
   * Whether an answer shows a foreign key, and with it names of two tables and of their columns.
   */
  private static boolean showsOthers(Object answer) {
    if (answer instanceof SQLAllTableConstraints) {
      return ((SQLAllTableConstraints) answer).getForeignKeysSize() > 0;
    }
    List<?> constraints = (List<?>) answer;
    return !constraints.isEmpty() && constraints.get(0) instanceof SQLForeignKey;
  }

  private static long id(boolean set, long id) {
    return set ? id : Gate.UNKNOWN;
  }
}
