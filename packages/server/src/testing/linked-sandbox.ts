import type { Sandbox } from '@repertoire/sandbox'
import { createSandboxLink, type SandboxLink } from '../scripts/sandbox-link.ts'

/** The longest a script of a test may take. */
export const timeoutSeconds = 60

/** Scripts run in this sandbox; without one they are off. */
export function linkedSandbox(sandbox: Sandbox | undefined): SandboxLink {
  const settings = {
    ...{ executorUrl: undefined, executorToken: undefined, concurrency: undefined, timeoutSeconds },
    backend: sandbox ? ('auto' as const) : ('off' as const),
  }
  return createSandboxLink(settings, sandbox && (async () => sandbox))
}
