import { isProblemError } from '../base/errors.ts'
import type { RunId } from '../base/ids.ts'
import type { TenantStore } from '../ports/store.ts'
import type { AgentPorts } from '../use/agent/agent-ports.ts'
import { answerApproval } from '../use/approvals/answer-approval.ts'
import type { AgentHarness } from './agent-harness.ts'

/** Thrown instead of a process crash. */
export class ProcessCrash extends Error {}

/** The process crashes at port call number `at` (from 1), before or after its effect. */
export interface CrashPoint {
  readonly at: number
  readonly when: 'before' | 'after'
}

interface Counter {
  calls: number
}

/** Wraps the methods of a port: the given call crashes, and so do all later calls. */
export function withCrashes<Port extends object>(
  port: Port,
  crashPoint: CrashPoint,
  counter: Counter,
): Port {
  return new Proxy(port, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        counter.calls += 1
        const callNumber = counter.calls
        if (
          callNumber > crashPoint.at ||
          (callNumber === crashPoint.at && crashPoint.when === 'before')
        )
          throw new ProcessCrash()
        const result: unknown = await value.apply(target, args)
        if (callNumber === crashPoint.at) throw new ProcessCrash()
        return result
      }
    },
  })
}

function crashablePorts(
  ports: AgentPorts,
  crashPoint: CrashPoint,
  counter: Counter,
): Partial<AgentPorts> {
  const parts = Object.entries(ports.store).map(([name, part]) => [
    name,
    typeof part === 'object' ? withCrashes(part as object, crashPoint, counter) : part,
  ])
  const store = Object.fromEntries(parts) as unknown as TenantStore
  return {
    store,
    model: withCrashes(ports.model, crashPoint, counter),
    search: withCrashes(ports.search, crashPoint, counter),
    promptContext: withCrashes(ports.promptContext, crashPoint, counter),
  }
}

/**
 * Works on the run in consecutive processes until it ends, and approves every request. Each crash point counts
 * calls since the previous crash. Returns the number of calls since the last crash.
 */
export function workThroughCrashes(
  harness: AgentHarness,
  runId: RunId,
  crashPoints: readonly CrashPoint[],
): Promise<number> {
  return workWithAnswers(harness, runId, { crashPoints, answer: approveAll })
}

/** {@link workThroughCrashes} with another way to answer approval requests, called after each process. */
export async function workWithAnswers(
  harness: AgentHarness,
  runId: RunId,
  {
    crashPoints,
    answer,
  }: {
    readonly crashPoints: readonly CrashPoint[]
    readonly answer: (harness: AgentHarness) => Promise<void>
  },
): Promise<number> {
  const remaining = [...crashPoints]
  let counter = { calls: 0 }
  for (let processes = 1; ; processes += 1) {
    if (processes >= 60) throw new Error('the run did not end')
    const crashPoint = remaining[0] ?? { at: Number.POSITIVE_INFINITY, when: 'before' }
    try {
      const ports = crashablePorts(harness.ports, crashPoint, counter)
      const outcome = await harness.work(runId, { ports })
      if (outcome === 'over' || (outcome === null && (await hasEnded(harness, runId)))) {
        return counter.calls
      }
    } catch (error) {
      if (!(error instanceof ProcessCrash)) throw error
      remaining.shift()
      counter = { calls: 0 }
      harness.clock.advance(10_001)
    }
    await answer(harness)
  }
}

/** The process may have crashed just after its last write. */
async function hasEnded({ tenant, principal }: AgentHarness, runId: RunId): Promise<boolean> {
  return (await tenant.conversations.run(principal.userId, runId))?.finishedAt !== null
}

/** Approves all pending requests; ignores refusals of repeated answers. */
export async function approveAll({ tenant, principal, clock }: AgentHarness): Promise<void> {
  const { items } = await tenant.approvals.list({}, { limit: 200 })
  for (const { id } of items) {
    const answer = { id, approved: true, note: 'Yes.', now: clock.now() }
    await answerApproval(tenant, principal, answer).catch((error: unknown) => {
      if (!isProblemError(error)) throw error
    })
  }
}
