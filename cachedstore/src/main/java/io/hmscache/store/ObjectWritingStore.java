package io.hmscache.store;

import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.Catalog;
import org.apache.hadoop.hive.metastore.api.CreationMetadata;
import org.apache.hadoop.hive.metastore.api.Database;
import org.apache.hadoop.hive.metastore.api.InvalidInputException;
import org.apache.hadoop.hive.metastore.api.InvalidObjectException;
import org.apache.hadoop.hive.metastore.api.InvalidOperationException;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.SQLAllTableConstraints;
import org.apache.hadoop.hive.metastore.api.Table;

/** Writes of catalogs, databases and tables. */
abstract class ObjectWritingStore extends TouchingStore {

  @Override
  public void createCatalog(Catalog object) throws MetaException {
    touchCatalog(object.getName());
    boolean own = beginWrite();
    try {
      delegate().createCatalog(object);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void alterCatalog(String catalog, Catalog object)
      throws MetaException, InvalidOperationException {
    touchCatalog(catalog);
    touchCatalog(object.getName());
    boolean own = beginWrite();
    try {
      delegate().alterCatalog(catalog, object);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void dropCatalog(String catalog) throws NoSuchObjectException, MetaException {
    touchCatalog(catalog);
    boolean own = beginWrite();
    try {
      delegate().dropCatalog(catalog);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void createDatabase(Database object) throws InvalidObjectException, MetaException {
    touchContents(object.getCatalogName(), object.getName());
    boolean own = beginWrite();
    try {
      delegate().createDatabase(object);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean dropDatabase(String catalog, String database)
      throws NoSuchObjectException, MetaException {
    touchContents(catalog, database);
    boolean own = beginWrite();
    try {
      boolean answer = delegate().dropDatabase(catalog, database);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean alterDatabase(String catalog, String database, Database object)
      throws NoSuchObjectException, MetaException {
    touchDatabase(catalog, database);
    touchDatabase(object.getCatalogName(), object.getName());
    boolean own = beginWrite();
    try {
      boolean answer = delegate().alterDatabase(catalog, database, object);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void createTable(Table object) throws InvalidObjectException, MetaException {
    touchName(object.getCatName(), object.getDbName(), object.getTableName());
    boolean own = beginWrite();
    try {
      delegate().createTable(object);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public SQLAllTableConstraints createTableWithConstraints(
      Table object, SQLAllTableConstraints constraints)
      throws InvalidObjectException, MetaException {
    touchName(object.getCatName(), object.getDbName(), object.getTableName());
    touched().constraints();
    boolean own = beginWrite();
    try {
      SQLAllTableConstraints answer = delegate().createTableWithConstraints(object, constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public boolean dropTable(String catalog, String database, String table)
      throws MetaException, NoSuchObjectException, InvalidObjectException, InvalidInputException {
    touchName(catalog, database, table);
    touched().constraints(); // equally named ones of other tables go with it
    boolean own = beginWrite();
    try {
      boolean answer = delegate().dropTable(catalog, database, table);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public Table alterTable(
      String catalog, String database, String table, Table object, String writeIds)
      throws InvalidObjectException, MetaException {
    touchName(catalog, database, table);
    touchName(object.getCatName(), object.getDbName(), object.getTableName()); // may be a rename
    boolean own = beginWrite();
    try {
      Table answer = delegate().alterTable(catalog, database, table, object, writeIds);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void updateCreationMetadata(
      String catalog, String database, String table, CreationMetadata metadata)
      throws MetaException {
    touchTable(catalog, database, table);
    boolean own = beginWrite();
    try {
      delegate().updateCreationMetadata(catalog, database, table, metadata);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  public long updateParameterWithExpectedValue(
      Table object, String key, String expected, String value)
      throws MetaException, NoSuchObjectException {
    touchTable(object.getCatName(), object.getDbName(), object.getTableName());
    boolean own = beginWrite();
    try {
      long answer = delegate().updateParameterWithExpectedValue(object, key, expected, value);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }
}
