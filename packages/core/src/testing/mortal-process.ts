import { isProblemError } from '../base/errors.ts'
import type { RunId } from '../base/ids.ts'
import type { TenantStore } from '../ports/store.ts'
import type { AgentPorts } from '../use/agent/agent-ports.ts'
import { answerApproval } from '../use/approvals/answer.ts'
import type { AgentScene } from './agent-scene.ts'

/** What a dead process leaves behind. */
export class Killed extends Error {}

/** The process dies at its `at`th call to the world (counted from 1): before it has effect, or just after. */
export interface Death {
  readonly at: number
  readonly when: 'before' | 'after'
}

interface Counter {
  calls: number
}

/** Every asynchronous method of `port`, deadly at the given call. Once dead, everything stays dead. */
function mortal<Port extends object>(port: Port, death: Death, counter: Counter): Port {
  return new Proxy(port, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        counter.calls += 1
        const mine = counter.calls
        if (mine > death.at || (mine === death.at && death.when === 'before')) throw new Killed()
        const result: unknown = await value.apply(target, args)
        if (mine === death.at) throw new Killed()
        return result
      }
    },
  })
}

function mortalPorts(ports: AgentPorts, death: Death, counter: Counter): Partial<AgentPorts> {
  const parts = Object.entries(ports.store).map(([name, part]) => [
    name,
    typeof part === 'object' ? mortal(part as object, death, counter) : part,
  ])
  const store = Object.fromEntries(parts) as unknown as TenantStore
  return {
    store,
    model: mortal(ports.model, death, counter),
    search: mortal(ports.search, death, counter),
    promptContext: mortal(ports.promptContext, death, counter),
  }
}

/**
 * Works in one process after another until the run is over. The next death comes at that many calls since
 * the last one, in whichever process that is. Returns the calls since the last death.
 */
export function workThrough(
  scene: AgentScene,
  runId: RunId,
  deaths: readonly Death[],
): Promise<number> {
  return workAnswering(scene, runId, { deaths, answer: sayYes })
}

/** The same with a person who answers as told, after each process. */
export async function workAnswering(
  scene: AgentScene,
  runId: RunId,
  {
    deaths,
    answer,
  }: { readonly deaths: readonly Death[]; readonly answer: (scene: AgentScene) => Promise<void> },
): Promise<number> {
  const left = [...deaths]
  let counter = { calls: 0 }
  for (let processes = 1; ; processes += 1) {
    if (processes >= 60) throw new Error('the run never came to an end')
    const death = left[0] ?? { at: Number.POSITIVE_INFINITY, when: 'before' }
    try {
      const ports = mortalPorts(scene.ports, death, counter)
      const outcome = await scene.work(runId, { ports })
      if (outcome === 'over' || (outcome === null && (await isOver(scene, runId)))) {
        return counter.calls
      }
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      left.shift()
      counter = { calls: 0 }
      scene.clock.advance(10_001)
    }
    await answer(scene)
  }
}

/** The process may have died just after it wrote the last word. */
async function isOver({ tenant, principal }: AgentScene, runId: RunId): Promise<boolean> {
  return (await tenant.conversations.run(principal.userId, runId))?.finishedAt !== null
}

/** The person answers whenever there is a question, and does not mind having done so already. */
export async function sayYes({ tenant, principal, clock }: AgentScene): Promise<void> {
  const { items } = await tenant.approvals.list({}, { limit: 200 })
  for (const { id } of items) {
    const answer = { id, approved: true, note: 'Yes.', now: clock.now() }
    await answerApproval(tenant, principal, answer).catch((error: unknown) => {
      if (!isProblemError(error)) throw error
    })
  }
}
