package io.hmscache.thrift;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hmscache.notification.NotificationLogListener;
import io.hmscache.store.CacheRegistry;
import io.hmscache.store.CachedStore;
import io.hmscache.testkit.DatabaseKind;
import io.hmscache.testkit.DatabaseTest;
import io.hmscache.testkit.Databases;
import io.hmscache.testkit.TestDatabase;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.metastore.HMSHandler;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf;
import org.apache.hadoop.hive.metastore.conf.MetastoreConf.ConfVars;
import org.apache.hadoop.hive.metastore.security.DBTokenStore;
import org.apache.hadoop.hive.metastore.security.DelegationTokenIdentifier;
import org.apache.hadoop.hive.metastore.security.HadoopThriftAuthBridge.Server.ServerMode;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.token.delegation.AbstractDelegationTokenSecretManager.DelegationTokenInformation;
import org.junit.jupiter.api.AfterEach;

/**
 * Delegation tokens in the database. A metastore with Kerberos reaches them by the RawStore of its
 * bare handler, past the proxy and on threads that serve no request.
 */
@Databases(DatabaseKind.DERBY_MEMORY)
class DelegationTokensTest {

  private Configuration conf;

  @AfterEach
  void close() {
    CacheRegistry.close(conf);
  }

  @DatabaseTest
  void tokensAreTheDatabases(TestDatabase database) throws Exception {
    conf = database.configuration();
    MetastoreConf.setVar(
        conf, ConfVars.TRANSACTIONAL_EVENT_LISTENERS, NotificationLogListener.class.getName());
    MetastoreConf.setVar(conf, ConfVars.RAW_STORE_IMPL, CachedStore.class.getName());
    MetastoreConf.setVar(conf, ConfVars.HMS_HANDLER_PROXY_CLASS, SnapshotHandler.class.getName());
    HMSHandler bare = new HMSHandler("tokens", conf);
    try (DBTokenStore tokens = new DBTokenStore()) {
      tokens.init(bare, ServerMode.METASTORE);
      // Hive cannot write keys to Derby: the schema numbers them itself.
      assertArrayEquals(new String[0], tokens.getMasterKeys());
      DelegationTokenIdentifier token =
          new DelegationTokenIdentifier(new Text("owner"), new Text("renewer"), new Text("real"));
      assertNull(tokens.getToken(token));
      assertTrue(tokens.addToken(token, new DelegationTokenInformation(17, new byte[] {1, 2, 3})));
      assertEquals(17, tokens.getToken(token).getRenewDate());
      assertEquals(List.of(token), tokens.getAllDelegationTokenIdentifiers());
      assertTrue(tokens.removeToken(token));
      assertNull(tokens.getToken(token));
    } finally {
      bare.shutdown();
    }
  }
}
