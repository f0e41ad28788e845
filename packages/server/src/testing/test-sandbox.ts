import type { Sandbox } from '@repertoire/sandbox'
import { createLazySandbox, type LazySandbox } from '../runtime/sandbox/lazy-sandbox.ts'

/** Upper limit of a script's run time in tests. */
export const timeoutSeconds = 60

/** Scripts run in this sandbox. They are off without one. */
export function testSandbox(sandbox: Sandbox | undefined): LazySandbox {
  const settings = {
    ...{ executorUrl: undefined, executorToken: undefined, concurrency: undefined, timeoutSeconds },
    backend: sandbox ? ('auto' as const) : ('off' as const),
  }
  return createLazySandbox(settings, sandbox && (async () => sandbox))
}
