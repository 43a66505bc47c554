package io.hmscache.store;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.hadoop.hive.metastore.api.InvalidObjectException;
import org.apache.hadoop.hive.metastore.api.MetaException;
import org.apache.hadoop.hive.metastore.api.NoSuchObjectException;
import org.apache.hadoop.hive.metastore.api.SQLCheckConstraint;
import org.apache.hadoop.hive.metastore.api.SQLDefaultConstraint;
import org.apache.hadoop.hive.metastore.api.SQLForeignKey;
import org.apache.hadoop.hive.metastore.api.SQLNotNullConstraint;
import org.apache.hadoop.hive.metastore.api.SQLPrimaryKey;
import org.apache.hadoop.hive.metastore.api.SQLUniqueConstraint;

/**
 * Every write of a RawStore that changes something that is cached: it goes to the delegate, records
 * what it touches, what was touched is logged if nobody has logged it (invariant 13), and it is
 * invalidated before the call returns if no transaction is active then. Nothing is written to the
 * cache (invariant 1). Here are those of constraints; those of objects, partitions and statistics
 * are in the classes above.
 */
abstract class WritingStore extends StatisticsWritingStore {

  @Override
  public void dropConstraint(String catalog, String database, String table, String constraint)
      throws NoSuchObjectException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      delegate().dropConstraint(catalog, database, table, constraint);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  public void dropConstraint(
      String catalog, String database, String table, String constraint, boolean missingOk)
      throws NoSuchObjectException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      delegate().dropConstraint(catalog, database, table, constraint, missingOk);
      completeWrite(own);
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public List<SQLPrimaryKey> addPrimaryKeys(List<SQLPrimaryKey> constraints)
      throws InvalidObjectException, MetaException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      List<SQLPrimaryKey> answer = delegate().addPrimaryKeys(constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public List<SQLForeignKey> addForeignKeys(List<SQLForeignKey> constraints)
      throws InvalidObjectException, MetaException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      List<SQLForeignKey> answer = delegate().addForeignKeys(constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public List<SQLUniqueConstraint> addUniqueConstraints(List<SQLUniqueConstraint> constraints)
      throws InvalidObjectException, MetaException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      List<SQLUniqueConstraint> answer = delegate().addUniqueConstraints(constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public List<SQLNotNullConstraint> addNotNullConstraints(List<SQLNotNullConstraint> constraints)
      throws InvalidObjectException, MetaException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      List<SQLNotNullConstraint> answer = delegate().addNotNullConstraints(constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public List<SQLDefaultConstraint> addDefaultConstraints(List<SQLDefaultConstraint> constraints)
      throws InvalidObjectException, MetaException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      List<SQLDefaultConstraint> answer = delegate().addDefaultConstraints(constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }

  @Override
  @Nullable
  public List<SQLCheckConstraint> addCheckConstraints(List<SQLCheckConstraint> constraints)
      throws InvalidObjectException, MetaException {
    touched().constraints();
    boolean own = beginWrite();
    try {
      List<SQLCheckConstraint> answer = delegate().addCheckConstraints(constraints);
      completeWrite(own);
      return answer;
    } finally {
      endWrite(own);
    }
  }
}
