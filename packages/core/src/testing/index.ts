export type { FixedClock } from './fixed-clock.ts'
export { createFixedClock } from './fixed-clock.ts'
export { createMemoryStore } from './memory-store.ts'
export { createSequentialIds } from './sequential-ids.ts'
