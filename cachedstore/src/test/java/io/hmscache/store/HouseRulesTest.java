package io.hmscache.store;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.github.benmanes.caffeine.cache.Cache;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.concurrent.ConcurrentMap;

/** Which module may know what. */
@AnalyzeClasses(packages = "io.hmscache", importOptions = ImportOption.DoNotIncludeTests.class)
class HouseRulesTest {

  @ArchTest
  static final ArchRule writeIdsArePureValues =
      noClasses()
          .that()
          .resideInAPackage("io.hmscache.writeid..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.hmscache.notification..",
              "io.hmscache.store..",
              "org.apache.hadoop.hive.metastore..",
              "java.sql..");

  @ArchTest
  static final ArchRule theLogKnowsNothingOfCaching =
      noClasses()
          .that()
          .resideInAPackage("io.hmscache.notification..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.hmscache.store..", "com.github.benmanes..");

  @ArchTest
  static final ArchRule theCacheKnowsNoSql =
      noClasses()
          .that()
          .resideInAPackage("io.hmscache.store..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "javax.sql..");

  @ArchTest
  static final ArchRule onlyTheRegistryHasStaticMutableState =
      fields()
          .that()
          .areStatic()
          .and()
          .areDeclaredInClassesThat()
          .resideInAnyPackage(
              "io.hmscache.writeid..", "io.hmscache.notification..", "io.hmscache.store..")
          .should(
              new ArchCondition<JavaField>("be immutable") {
                @Override
                public void check(JavaField field, ConditionEvents events) {
                  boolean counter =
                      field.getRawType().getPackageName().equals("java.util.concurrent.atomic")
                          || field.getRawType().isAssignableTo(ConcurrentMap.class)
                          || field.getRawType().isAssignableTo(Cache.class);
                  if (counter || !field.getModifiers().contains(JavaModifier.FINAL)) {
                    events.add(
                        SimpleConditionEvent.violated(
                            field, field.getFullName() + " is static and can change"));
                  }
                }
              });
}
