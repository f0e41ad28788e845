import { z } from 'zod'
import type { Problem } from '../../base/errors.ts'
import type {
  AgentId,
  ConversationId,
  RunId,
  SkillId,
  TenantId,
  TraceId,
  UserId,
} from '../../base/ids.ts'
import type { JsonObject, JsonValue } from '../../base/json.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { ApprovalRequest } from '../../domain/approval.ts'
import type { Connector } from '../../domain/connector.ts'
import type { ConversationEvent, ToolEvent } from '../../domain/events.ts'
import type { Permission, Principal } from '../../domain/principal.ts'
import type { SessionState } from '../../domain/session-state.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { Skill } from '../../domain/skill.ts'
import type { ToolTier } from '../../domain/tool-tier.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import type { Clock, IdSource } from '../../ports/clock.ts'
import type { CodeRunner } from '../../ports/code.ts'
import type { ConnectorHub } from '../../ports/connectors.ts'
import type { LogBatch } from '../../ports/conversations.ts'
import type { CheckInput } from '../../ports/input-check.ts'
import type { ScriptRunner } from '../../ports/scripts.ts'
import type { SkillSearch } from '../../ports/search-index.ts'
import type { SkillStore } from '../../ports/skills.ts'
import type { TenantStore } from '../../ports/store.ts'
import type { WebReader } from '../../ports/web-reader.ts'
import type { WorkspaceChange } from '../../ports/workspace.ts'
import type { SessionCommand, SessionResult } from '../session/reduce-session.ts'
import type { Taint } from '../session/taint.ts'
import type { TurnState } from '../session/turn-state.ts'

/** What a decision about a call is made from, gathered just before it. Plain data. */
export interface ToolFacts {
  readonly session: SessionState
  readonly settings: OrganisationSettings
  /** The skill the call names, as the caller may see it now. */
  readonly skill: Skill | null
  /** The connector the call names, as it is configured now. */
  readonly connector: Connector | null
  readonly turn: TurnState
  /** The agent's own skills that may be used now, in its order (C1). */
  readonly attached: readonly Skill[]
  /** What started the turn; null when a person did. A turn that has one is autonomous (E8). */
  readonly signal: TriggerContext | null
}

/** What a tool reaches. */
export interface ToolServices {
  readonly tenantId: TenantId
  readonly viewer: UserId
  readonly principal: Principal
  /** For whom the run speaks; null for the organisation's settings alone. */
  readonly agentId: AgentId | null
  readonly conversationId: ConversationId
  readonly runId: RunId
  readonly traceId: TraceId
  /** The tool call's id, unique within the conversation: with conversation and run the key of all it does. */
  readonly callId: string
  readonly signal: AbortSignal
  readonly store: TenantStore
  readonly skills: SkillStore
  readonly search: SkillSearch
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  /** Null where nothing can read web pages. */
  readonly web: WebReader | null
  /** Null where no connectors are configured. */
  readonly connectors: ConnectorHub | null
  /** Null where nothing can run scripts. */
  readonly scripts: ScriptRunner | null
  /** Null where nothing can run code. */
  readonly code: CodeRunner | null
  /** As in AgentPorts. */
  readonly toolNames: ReadonlySet<string>
  readonly checkInput: CheckInput
  readonly session: SessionState
  readonly settings: OrganisationSettings
  readonly turn: TurnState
  readonly taint: Taint
  /** As in {@link ToolFacts}. */
  readonly attached: readonly Skill[]
  /** The person's own last words; what a skill is carried out for when the model does not say. */
  readonly lastMessage: string
  /** Whether a skill may be carried out by a sub-agent now; false says to give the directive instead (D6). */
  readonly mayFork: boolean
}

/** Looks only, so it may be done again after a crash. A ProblemError it throws is told to the model. */
export interface ReadEffect {
  readonly kind: 'read'
  run(services: ToolServices): Promise<JsonValue>
}

/** Changes the session only, through its reducer, in the same batch that records the call as completed. */
export interface SessionEffect {
  readonly kind: 'session'
  /** A problem when the facts leave no command to give. */
  command(facts: ToolFacts): SessionCommand | Problem
  /** What the model is told about a change that was made. */
  report(result: SessionResult, facts: ToolFacts): JsonValue
}

/** What a {@link RecordEffect} comes to; written in the batch that records the call as completed. */
export interface Recorded {
  readonly output: JsonValue
  readonly events?: readonly ToolEvent[]
  readonly files?: readonly WorkspaceChange[]
  /** What is remembered about the conversation's person from now on. */
  readonly observation?: LogBatch['observation']
  readonly skillsUsed?: readonly SkillId[]
}

/** A sub-agent answers the call (D6): `output` is then what it comes back with. */
export interface ForkStart {
  readonly fork: Pick<
    Extract<ConversationEvent, { type: 'fork-started' }>,
    'skill' | 'allowedTools' | 'task'
  >
}

/**
 * Looks, and decides what to write down. All it changes is in one batch with its completion, so it happens
 * exactly once, whatever dies when. A ProblemError it throws is told to the model, and nothing is changed.
 * `facts` are those the gate said yes to: what was approved is in them, not what has come in its place since.
 */
export interface RecordEffect {
  readonly kind: 'record'
  run(services: ToolServices, facts: ToolFacts): Promise<Recorded | ForkStart>
}

/**
 * Acts on something outside the log. `repeatable`: doing it again under the same call id comes to the same,
 * so it is done again after a crash; otherwise the model is told that it may or may not have happened.
 * What it has to write down goes into the batch that records the call as completed.
 */
export interface ActEffect {
  readonly kind: 'act'
  readonly repeatable: boolean
  /** It is one execution, with the id the call gives it ({@link executionIdOf}). */
  readonly executes?: true
  run(services: ToolServices): Promise<Recorded>
}

export type ToolEffect = ReadEffect | SessionEffect | RecordEffect | ActEffect

/** What a person said to a call's question: yes, and in these words. */
export interface Answer {
  readonly approvalRequest: ApprovalRequest
  readonly note: string
  readonly answeredBy: UserId | null
}

/** A call whose input was found good. */
export interface BoundCall {
  /** The skill it is about; the caller's own view of it becomes `ToolFacts.skill`. */
  readonly skillSlug: string | null
  /** The skill is one of the agent's own, whatever else the caller has of that slug (C3). */
  readonly isAgentSkill?: true
  /** The connector it is about; becomes `ToolFacts.connector`. */
  readonly connector?: string
  /** Further names a list of allowed tools may let it through under: `mcp__github__create_issue`. */
  readonly allowlistNames?: readonly string[]
  /** The model's own words. Untrusted. */
  readonly reason: string
  /** The tier of what is called, where it is not that of the tool (E6): a connector's tool. */
  readonly tier?: ToolTier
  /** What is called, as a digest that another thing of that name does not have; absent for our own. */
  readonly identity?: string
  /** What is called gets this, where it is not the whole input. */
  readonly arguments?: JsonValue
  /** What is called, where it is not this tool itself: `mcp__github__create_issue`. */
  readonly target?: string
  /** What a person has to be asked before the effect, whatever the policies; null when nothing. */
  readonly approvalRequest?: (facts: ToolFacts) => ApprovalRequest | Problem | null
  readonly effect: ToolEffect
  /** What the effect becomes once the question was answered with yes. */
  readonly answered?: (answer: Answer) => ToolEffect
  /**
   * Looks up what the call comes to as things stand, before the gate and again after an answer: question and
   * effect are then made from one and the same plan, and the gate stays pure. Reads only. A problem it answers
   * or throws (not one of ours) is the call's question: it is told to the model, and nothing happens.
   */
  readonly plan?: (services: ToolServices) => Promise<PlannedCall | Problem>
}

/** What a planned call does; takes the place of what the call itself says. */
export type PlannedCall = Pick<
  BoundCall,
  'approvalRequest' | 'effect' | 'answered' | 'tier' | 'identity' | 'arguments'
>

/** One row of a toolset: all that the gate, the model and the loop need to know. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly permission: Permission
  /** `skill-enablement`: stands under `skill_enablement_policy` (A7). */
  readonly policy: 'none' | 'skill-enablement'
  /** Loads instructions and changes between skills: no list of allowed tools holds it back (D7). */
  readonly exemptFromAllowlist: boolean
  /**
   * The consent a call needs whatever it is about (E6); null: it asks by its own rules, and what it does outside
   * the log needs a grant in a turn that no person started.
   */
  readonly tier: ToolTier | null
  /** What it answers comes from outside the organisation; a run that has read such is no longer trusted (D6). */
  readonly externalContent: boolean
  /** What it answers may be a stranger's words that a person or a program brought in: a file, an output. */
  readonly relayedContent?: boolean
  bind(
    input: JsonValue,
  ):
    | { readonly ok: true; readonly call: BoundCall }
    | { readonly ok: false; readonly problem: Problem }
}

export interface ToolSpecification<Schema extends z.ZodObject> {
  readonly name: string
  readonly description: string
  readonly input: Schema
  readonly permission: Permission
  readonly policy: Tool['policy']
  readonly tier?: ToolTier
  readonly exemptFromAllowlist?: true
  readonly externalContent?: true
  readonly relayedContent?: true
  bind(input: z.output<Schema>): BoundCall
}

/** Makes a tool from its row; input is checked strictly, unknown fields refused (`tool.bad-input`). */
export function defineTool<Schema extends z.ZodObject>(
  specification: ToolSpecification<Schema>,
): Tool {
  const { name, description, input: schema, permission, policy } = specification
  return {
    name,
    description,
    permission,
    policy,
    tier: specification.tier ?? null,
    exemptFromAllowlist: specification.exemptFromAllowlist ?? false,
    externalContent: specification.externalContent ?? false,
    relayedContent: specification.relayedContent ?? false,
    inputSchema: z.toJSONSchema(schema, { io: 'input' }) as JsonObject,
    bind(input) {
      const parsed = schema.safeParse(withoutNulls(input))
      if (parsed.success) return { ok: true, call: specification.bind(parsed.data) }
      return { ok: false, problem: badInput(name, parsed.error) }
    },
  }
}

/** Models write null, or nothing at all, for what they leave out. */
function withoutNulls(input: JsonValue): JsonValue {
  if (input === null || input === '') return {}
  if (typeof input !== 'object' || Array.isArray(input)) return input
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}

function badInput(name: string, error: z.ZodError): Problem {
  return {
    code: 'tool.bad-input',
    kind: 'invalid',
    message: `The input of ${name} is not right: ${z.prettifyError(error)}`,
    hint: 'Call it again with the fields of its schema and nothing else.',
    details: { tool: name },
  }
}
