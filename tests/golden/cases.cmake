# The cases of golden/, for all systems.
set(SCREE_GOLDEN_CASES noise island island-fine island-coarse island-vertices relief relief-vertices
  relief-spread relief-mesh relief-mesh-coarse relief-degrees relief-degrees-coarse
  limits limits-vertices mask mask-coarse mask-feather water together)
