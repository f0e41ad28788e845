import { isProblemError } from '../base/errors.ts'
import type { RunId } from '../base/ids.ts'
import type { TenantStore } from '../ports/store.ts'
import type { AgentPorts } from '../use/agent/agent-ports.ts'
import { answerApproval } from '../use/approvals/answer-approval.ts'
import type { AgentHarness } from './agent-harness.ts'

/** What a dead process leaves behind. */
export class ProcessCrash extends Error {}

/** The process dies at its `at`th call to the world (counted from 1): before it has effect, or just after. */
export interface CrashPoint {
  readonly at: number
  readonly when: 'before' | 'after'
}

interface Counter {
  calls: number
}

/** Every asynchronous method of `port`, deadly at the given call. Once dead, everything stays dead. */
function crashable<Port extends object>(
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
    typeof part === 'object' ? crashable(part as object, crashPoint, counter) : part,
  ])
  const store = Object.fromEntries(parts) as unknown as TenantStore
  return {
    store,
    model: crashable(ports.model, crashPoint, counter),
    search: crashable(ports.search, crashPoint, counter),
    promptContext: crashable(ports.promptContext, crashPoint, counter),
  }
}

/**
 * Works in one process after another until the run is over. The next death comes at that many calls since
 * the last one, in whichever process that is. Returns the calls since the last death.
 */
export function workThroughCrashes(
  harness: AgentHarness,
  runId: RunId,
  crashPoints: readonly CrashPoint[],
): Promise<number> {
  return workWithAnswers(harness, runId, { crashPoints, answer: approveAll })
}

/** The same with a person who answers as told, after each process. */
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
    if (processes >= 60) throw new Error('the run never came to an end')
    const crashPoint = remaining[0] ?? { at: Number.POSITIVE_INFINITY, when: 'before' }
    try {
      const ports = crashablePorts(harness.ports, crashPoint, counter)
      const outcome = await harness.work(runId, { ports })
      if (outcome === 'over' || (outcome === null && (await isOver(harness, runId)))) {
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

/** The process may have died just after it wrote the last word. */
async function isOver({ tenant, principal }: AgentHarness, runId: RunId): Promise<boolean> {
  return (await tenant.conversations.run(principal.userId, runId))?.finishedAt !== null
}

/** The person answers whenever there is a question, and does not mind having done so already. */
export async function approveAll({ tenant, principal, clock }: AgentHarness): Promise<void> {
  const { items } = await tenant.approvals.list({}, { limit: 200 })
  for (const { id } of items) {
    const answer = { id, approved: true, note: 'Yes.', now: clock.now() }
    await answerApproval(tenant, principal, answer).catch((error: unknown) => {
      if (!isProblemError(error)) throw error
    })
  }
}
