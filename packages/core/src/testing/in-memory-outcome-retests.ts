import type { OutcomeRetestId } from '../base/ids.ts'
import { type OutcomeRetest, supersededResult } from '../domain/outcome-retest.ts'
import type { OutcomeRetestStore } from '../ports/outcome-retests.ts'
import type { InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryOutcomeRetests(tenant: InMemoryTenant): OutcomeRetestStore {
  const { outcomeRetests: all } = tenant
  const open = () =>
    [...all.values()].filter(({ retest }) => retest.result === null).sort(oldestFirst)
  const ownedBy = (id: OutcomeRetestId, owner: string) => {
    const entry = all.get(id)
    return entry?.retest.result === null && entry.claim?.owner === owner ? entry : undefined
  }
  return {
    create: async (retest) => {
      for (const entry of open()) {
        if (entry.retest.agentId !== retest.agentId) continue
        entry.retest = { ...entry.retest, result: supersededResult(retest.requestedAt) }
      }
      all.set(retest.id, { retest, claim: null, trials: new Map() })
    },
    list: async (limit) =>
      [...all.values()]
        .sort(oldestFirst)
        .reverse()
        .slice(0, limit)
        .map(({ retest }) => retest),
    open: async (agentId) =>
      open().find(({ retest }) => retest.agentId === agentId)?.retest ?? null,
    claim: async ({ owner, until, now }) => {
      const [entry] = open()
      if (!entry || (entry.claim && entry.claim.until > now)) return null
      entry.claim = { owner, until }
      return entry.retest
    },
    renew: async (id, claim) => {
      const entry = ownedBy(id, claim.owner)
      if (entry) entry.claim = claim
      return entry !== undefined
    },
    addTrial: async (id, trial) => {
      const { skillId, side, caseId, trial: round } = trial
      all.get(id)?.trials.set(JSON.stringify([skillId, side, caseId, round]), trial)
    },
    trials: async (id) => [...(all.get(id)?.trials.values() ?? [])],
    finish: async (id, owner, result) => {
      const entry = ownedBy(id, owner)
      if (entry) entry.retest = { ...entry.retest, result }
      return entry !== undefined
    },
  }
}

type Entry = { readonly retest: OutcomeRetest }

function oldestFirst({ retest: one }: Entry, { retest: other }: Entry): number {
  return one.requestedAt - other.requestedAt || (one.id < other.id ? -1 : 1)
}
