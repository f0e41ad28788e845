import type { ConversationId, RunId, UserId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { RoutingPorts } from '../../choose/routing/routing-ports.ts'
import type { Clock, IdSource } from '../../ports/clock.ts'
import type { CodeRunner } from '../../ports/code.ts'
import type { ConnectorHub } from '../../ports/connectors.ts'
import type { CheckInput } from '../../ports/input-check.ts'
import type { Model } from '../../ports/model.ts'
import type { PromptContext } from '../../ports/prompt-context.ts'
import type { ScriptRunner } from '../../ports/scripts.ts'
import type { SkillSearch } from '../../ports/search-index.ts'
import type { TenantStore } from '../../ports/store.ts'
import type { WebReader } from '../../ports/web-reader.ts'
import type { DynamicToolSources, ToolTable } from '../tools/toolset.ts'
import type { RunLimits } from './next-action.ts'

/** A piece of an answer while it is being produced. Never journalled: `step-completed` has the whole text. */
export interface TextDelta {
  readonly runId: RunId
  readonly step: number
  /** UTF-16 units of the step's text before this piece. 0 begins the step's text anew. */
  readonly offset: number
  readonly text: string
  /** The call whose sub-agent speaks; absent for the main agent. */
  readonly fork?: string
}

/** Everything the loop reaches the world through. */
export interface AgentPorts {
  readonly store: TenantStore
  /** The usual one. */
  readonly model: Model
  /** The one an agent names; null when it is not offered here. */
  findModel(id: string): Model | null
  readonly search: SkillSearch
  /** The tools of these toolsets, made from this; names nobody knows any more are left out. */
  tools(toolsets: readonly string[], sources: DynamicToolSources): ToolTable
  /** Names of the tools of every toolset there is: what an agent writes may have none of them (B5). */
  readonly toolNames: ReadonlySet<string>
  readonly checkInput: CheckInput
  readonly web: WebReader | null
  readonly connectors: ConnectorHub | null
  readonly scripts: ScriptRunner | null
  readonly code: CodeRunner | null
  /** Null where skills are not chosen for a turn: agents that are routed get no catalogue then. */
  readonly routing: RoutingPorts | null
  /** Whether skills with `context: fork` get a sub-agent here; without, the agent is told to do it itself (D6). */
  readonly subAgents: boolean
  readonly promptContext: PromptContext
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  readonly limits: RunLimits
  /** Resolves after `milliseconds`, or at once when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  onText(delta: TextDelta): void
}

/** A claimed run: the caller holds its lease. */
export interface AgentTurn {
  readonly conversationId: ConversationId
  readonly runId: RunId
  /** On whose behalf the run works. */
  readonly userId: UserId
  /** True when this process has just started the run itself: nothing was taken over. */
  readonly fresh: boolean
  /** Aborted: stop without writing anything more. Cancelling is a fact in the log, not this. */
  readonly signal: AbortSignal
  /** True: stop before the next action, so that another process can go on without repeating anything. */
  stopRequested(): boolean
  /** Whether the lease is still ours. */
  leaseHeld(): Promise<boolean>
}
