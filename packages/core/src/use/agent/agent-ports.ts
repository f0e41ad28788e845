import type { ConversationId, RunId, UserId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { RoutingPorts } from '../../choose/routing/routing-ports.ts'
import type { SearchLogFailure } from '../../choose/search/record-search.ts'
import type { Principal } from '../../domain/principal.ts'
import type { PackageAssessor } from '../../ingest/checks/package-assessor.ts'
import type { Clock, IdSource } from '../../ports/clock.ts'
import type { CodeRunner } from '../../ports/code.ts'
import type { ConnectorHub } from '../../ports/connectors.ts'
import type { CheckInput } from '../../ports/input-check.ts'
import type { Model } from '../../ports/model.ts'
import type { PromptContext } from '../../ports/prompt-context.ts'
import type { ScriptRunner } from '../../ports/scripts.ts'
import type { SkillSearch } from '../../ports/search-index.ts'
import type { SkillRegistryClient } from '../../ports/skill-registry-client.ts'
import type { TenantStore } from '../../ports/store.ts'
import type { WebReader } from '../../ports/web-reader.ts'
import type { LogMemory } from '../conversation/log-memory.ts'
import type { DynamicToolSources, ToolTable } from '../tools/toolset.ts'
import type { RunLimits } from './next-action.ts'

/** One model call of a run, or of the sub-agent of one of its calls. */
export interface RunStep {
  readonly runId: RunId
  readonly step: number
  /** The call that the sub-agent answers; absent for the main agent. */
  readonly fork?: string
}

/** A streamed piece of an answer. Never written to the journal: `step-completed` has the whole text. */
export interface TextDelta extends RunStep {
  /** UTF-16 units of the step's text before this piece. 0 restarts the step's text. */
  readonly offset: number
  readonly text: string
}

/** All ports of the agent loop. */
export interface AgentPorts {
  readonly store: TenantStore
  readonly logs: LogMemory
  /** The default model. */
  readonly model: Model
  /** The model of this id; null when it is not offered here. */
  findModel(id: string): Model | null
  readonly search: SkillSearch
  /** The tools of these toolsets; unknown toolset names are ignored. */
  tools(toolsets: readonly string[], sources: DynamicToolSources): ToolTable
  /** The names of the tools of every toolset: tools written by agents may use none of them. */
  readonly toolNames: ReadonlySet<string>
  readonly checkInput: CheckInput
  readonly web: WebReader | null
  readonly connectors: ConnectorHub | null
  /** The organisation's registry, asked for a person; null where none can be asked. */
  readonly registry: ((principal: Principal) => SkillRegistryClient) | null
  readonly scripts: ScriptRunner | null
  readonly code: CodeRunner | null
  /** Null where skills are not routed: a routed agent gets no catalogue then. */
  readonly routing: RoutingPorts | null
  /**
   * Whether skills with `context: fork` run in a sub-agent; otherwise the agent carries them out itself
   *.
   */
  readonly subAgents: boolean
  readonly promptContext: PromptContext
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  readonly judge: PackageAssessor
  readonly limits: RunLimits
  /** Resolves after `milliseconds`, or at once when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  onText(delta: TextDelta): void
  /** The log has what became of the step's text. Not called where the run was taken from this process. */
  onStepEnd(step: RunStep): void
  /** A search of the agent could not be counted. Its answer is not affected. */
  onSearchLogError(failure: SearchLogFailure): void
  /** The model threw what is no ProblemError. Its message may hold a key or the request, so it is for the operator's eyes only. */
  onModelError?(failure: ModelFailure): void
}

export interface ModelFailure extends Pick<AgentTurn, 'conversationId' | 'runId'> {
  readonly model: string
  readonly error: unknown
}

/** A claimed run. The caller holds its lease. */
export interface AgentTurn {
  readonly conversationId: ConversationId
  readonly runId: RunId
  /** The person the run works for. */
  readonly userId: UserId
  /** True when this process has just started the run, so nothing was taken over. */
  readonly fresh: boolean
  /** When aborted, the loop stops without writing. Cancelling is an event in the log, not this signal. */
  readonly signal: AbortSignal
  /**
   * When true, the loop stops before the next action, so that another process can resume without repeating
   * anything.
   */
  stopRequested(): boolean
  /**
   * Asked before each model call and each tool call, with the name of the tool it means; null for the model. When false, the
   * loop returns `paused` without it.
   */
  mayTake?(tool: string | null): boolean
  /** Whether this process still holds the lease. */
  renewLease(): Promise<boolean>
}
