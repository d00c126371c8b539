# The cases of golden/, for all systems.
set(SCREE_GOLDEN_CASES noise island island-fine island-coarse island-vertices relief relief-vertices
  relief-spread relief-mesh relief-mesh-coarse relief-degrees relief-degrees-coarse
  island-model1 island-fine-model1 island-coarse-model1 island-vertices-model1 relief-model1
  relief-vertices-model1 relief-degrees-model1)
