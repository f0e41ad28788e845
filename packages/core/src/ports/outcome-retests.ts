import type { AgentId, OutcomeRetestId, Timestamp } from '../base/ids.ts'
import type { OutcomeRetest, RetestResult, RetestTrial } from '../domain/outcome-retest.ts'

/** Outcome tests that run again because a model changed. Of an organisation one at a time. */
export interface OutcomeRetestStore {
  /** Ends what waits or runs for the same agent as `superseded`. Throws ProblemError `tenant.not-found`. */
  create(retest: OutcomeRetest): Promise<void>
  /** The latest first. */
  list(limit: number): Promise<readonly OutcomeRetest[]>
  /** The one that waits or runs for this agent. */
  open(agentId: AgentId | null): Promise<OutcomeRetest | null>
  /** The oldest that has not ended, for this owner until `until`. Null where there is none, or somebody else has it. */
  claim(claim: RetestClaim & { readonly now: Timestamp }): Promise<OutcomeRetest | null>
  /** False where it has ended, or somebody else has it. Until 0 gives it back. */
  renew(id: OutcomeRetestId, claim: RetestClaim): Promise<boolean>
  /** The same trial twice counts once; the last one stays. Nothing happens for an id that is not there. */
  addTrial(id: OutcomeRetestId, trial: RetestTrial): Promise<void>
  trials(id: OutcomeRetestId): Promise<readonly RetestTrial[]>
  /** False where it has ended, or somebody else has it. */
  finish(id: OutcomeRetestId, owner: string, result: RetestResult): Promise<boolean>
}

/** Who works on it, and how long nobody else does. */
export interface RetestClaim {
  readonly owner: string
  readonly until: Timestamp
}
