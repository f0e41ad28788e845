import type { Sandbox } from '@repertoire/sandbox'
import { createLazySandbox, type LazySandbox } from '../sandbox/lazy-sandbox.ts'

/** The longest a script of a test may take. */
export const timeoutSeconds = 60

/** Scripts run in this sandbox; without one they are off. */
export function testSandbox(sandbox: Sandbox | undefined): LazySandbox {
  const settings = {
    ...{ executorUrl: undefined, executorToken: undefined, concurrency: undefined, timeoutSeconds },
    backend: sandbox ? ('auto' as const) : ('off' as const),
  }
  return createLazySandbox(settings, sandbox && (async () => sandbox))
}
