import type { RunStatus } from './conversation.ts'

/** Not final: the conversation takes no new turn until the run ends. */
export const openRunStatuses = ['running', 'waiting'] as const satisfies readonly RunStatus[]

/** True until the run has completed, failed or been cancelled. */
export function isOpenRun(status: RunStatus): boolean {
  return openRunStatuses.some((open) => open === status)
}
