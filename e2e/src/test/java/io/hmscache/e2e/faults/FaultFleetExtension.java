package io.hmscache.e2e.faults;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the one fleet that all of them break and mend in turn. */
final class FaultFleetExtension implements ParameterResolver {

  private record Shared(FaultFleet fleet) implements ExtensionContext.Store.CloseableResource {
    @Override
    public void close() {
      System.out.println("faults: " + fleet.comparisons() + " answers compared");
      fleet.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == FaultFleet.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(FaultFleet.class))
        .getOrComputeIfAbsent("fleet", key -> start(), Shared.class)
        .fleet();
  }

  private static Shared start() {
    try {
      return new Shared(new FaultFleet());
    } catch (Exception e) {
      throw new ParameterResolutionException("cannot start a fleet", e);
    }
  }
}
