export {
  type AgentHarness,
  type AgentHarnessOptions,
  createAgentHarness,
  type WorkOptions,
} from './agent-harness.ts'
export { type Attack as FundsAttack, attacks } from './finance-pack/attacks.ts'
export type { FixedClock } from './fixed-clock.ts'
export { createFixedClock } from './fixed-clock.ts'
export { createInMemoryBlobs } from './in-memory-blobs.ts'
export {
  createInMemorySourceReader,
  type InMemorySourceReader,
  type OfferedSource,
} from './in-memory-source-reader.ts'
export { createInMemoryStore } from './in-memory-store.ts'
export { assessedImport, ingestedPackage, type SamplePackage } from './ingested-package.ts'
export { judgeByWords } from './judge-by-words.ts'
export { createRoutingFixture } from './routing-fixture.ts'
export { sampleFacts, sampleServices } from './sample-services.ts'
export { sampleActive, sampleContent } from './sample-skills.ts'
export {
  createCallingModel,
  createScriptedModel,
  resultsSinceUserMessage,
  type ScriptedAnswer,
  type ScriptedModel,
} from './scripted-model.ts'
export { createSequentialIds } from './sequential-ids.ts'
