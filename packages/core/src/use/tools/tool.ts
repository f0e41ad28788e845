import type { CallSubject } from '@repertoire/skill-md'
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
import type { SearchLogFailure } from '../../choose/search/record-search.ts'
import type { ApprovalRequest } from '../../domain/approval.ts'
import type { Connector } from '../../domain/connector.ts'
import type { EgressDestination } from '../../domain/egress.ts'
import type { ConversationEvent, ToolEvent } from '../../domain/events.ts'
import type { GivenSkill } from '../../domain/given-skill.ts'
import type { Permission, Principal } from '../../domain/principal.ts'
import type { SessionState } from '../../domain/session-state.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { Skill } from '../../domain/skill.ts'
import type { ToolTier } from '../../domain/tool-tier.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import type { PackageAssessor } from '../../ingest/checks/package-assessor.ts'
import type { Clock, IdSource } from '../../ports/clock.ts'
import type { CodeRunner } from '../../ports/code.ts'
import type { ConnectorHub } from '../../ports/connectors.ts'
import type { LogBatch } from '../../ports/conversations.ts'
import type { CheckInput } from '../../ports/input-check.ts'
import type { ScriptRunner } from '../../ports/scripts.ts'
import type { SkillSearch } from '../../ports/search-index.ts'
import type { SkillRegistryClient } from '../../ports/skill-registry-client.ts'
import type { SkillStore } from '../../ports/skills.ts'
import type { TenantStore } from '../../ports/store.ts'
import type { WebReader } from '../../ports/web-reader.ts'
import type { WorkspaceChange } from '../../ports/workspace.ts'
import type { SessionCommand, SessionResult } from '../session/reduce-session.ts'
import type { Taint } from '../session/taint.ts'
import type { TurnState } from '../session/turn-state.ts'
import type { ReadEnabledSkills } from './enabled-skills.ts'
import { schemaFields } from './schema-fields.ts'
import type { ReadEnvironment } from './skill-conditions.ts'
import type { SkillField } from './skill-field.ts'

/** The facts for a decision about a call, gathered just before it. Plain data. */
export interface ToolFacts {
  readonly session: SessionState
  readonly settings: OrganisationSettings
  /** The skill that the call names, as the caller may see it now. */
  readonly skill: Skill | null
  /** The condition of that skill that fails here, as `requires_tools:web_search`; null when all hold. */
  readonly failedCondition: string | null
  /** The model's context window in tokens. */
  readonly contextTokens: number
  /** The connector that the call names, as configured now. */
  readonly connector: Connector | null
  readonly turn: TurnState
  /** The agent's own skills that may be used now, in the agent's order. */
  readonly attached: readonly Skill[]
  /** The trigger of the turn; null when a person started it. A turn with a trigger is autonomous. */
  readonly signal: TriggerContext | null
  /** Null for a call that sends nothing out of this server. */
  readonly egress: EgressFacts | null
}

/** The facts for the rule about outbound requests. */
export interface EgressFacts {
  readonly destination: EgressDestination
  /** The organisation lets agents send there without asking. */
  readonly listed: boolean
  /** Untrusted content had entered the conversation before this call. */
  readonly untrustedInput: boolean
  /** A person wrote this very address, and requesting it now says nothing more (see free-addresses.ts). */
  readonly writtenByPerson: boolean
  /** After untrusted content, the arguments for a connector of unknown reach name an address that no person wrote. */
  readonly namesAddress: boolean
}

/** What a tool may read of skills: without the methods for the whole library, which nobody follows up. */
export type ToolSkills = Omit<
  SkillStore,
  'indexable' | 'indexableById' | 'heads' | 'listByProvenance'
>

/** The store as a tool gets it. Whatever is added here is noted by `noteReads`, or has no text of third parties. */
export interface ToolStore
  extends Pick<TenantStore, 'workspace' | 'memories' | 'members' | 'authored'>,
    Pick<TenantStore, 'packageApprovals' | 'audit' | 'reviews'> {
  readonly searchLog: Pick<TenantStore['searchLog'], 'record'>
  readonly skills: ToolSkills
  readonly advisories: Pick<TenantStore['advisories'], 'lists'>
}

/** The services of a tool. */
export interface ToolServices {
  readonly tenantId: TenantId
  readonly viewer: UserId
  readonly principal: Principal
  /** The agent of the run; null for the organisation's settings alone. */
  readonly agentId: AgentId | null
  readonly conversationId: ConversationId
  readonly runId: RunId
  readonly traceId: TraceId
  /**
   * The tool call's id, unique within the conversation. With conversation and run it is the key of all
   * effects of the call.
   */
  readonly callId: string
  readonly signal: AbortSignal
  readonly store: ToolStore
  readonly skills: ToolSkills
  readonly search: SkillSearch
  /** As in AgentPorts. */
  readonly onSearchLogError: (failure: SearchLogFailure) => void
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  /** Judges what agents write, as every way in is. */
  readonly judge: PackageAssessor
  /** Null where web pages cannot be read. */
  readonly web: WebReader | null
  /** Null where no connectors are configured. */
  readonly connectors: ConnectorHub | null
  /** Null where no registry is asked by agents. */
  readonly registry: SkillRegistryClient | null
  /** Null where scripts cannot be run. */
  readonly scripts: ScriptRunner | null
  /** Null where code cannot be run. */
  readonly code: CodeRunner | null
  /** As in AgentPorts. */
  readonly toolNames: ReadonlySet<string>
  readonly checkInput: CheckInput
  /** The environment of the turn, for the conditions of skills. */
  readonly environment: ReadEnvironment
  /** The skills that a list in the prompt may have, before its conditions. */
  readonly enabledSkills: ReadEnabledSkills
  readonly session: SessionState
  readonly settings: OrganisationSettings
  readonly turn: TurnState
  readonly taint: Taint
  /** As in {@link ToolFacts}. */
  readonly contextTokens: number
  /** The skills whose texts the model's messages contain, of the main agent. */
  readonly given: () => readonly GivenSkill[]
  /** As in {@link ToolFacts}. */
  readonly attached: readonly Skill[]
  /** The person's last message: the task of a sub-agent when the model names none. */
  readonly lastMessage: string
  /** Whether a skill may run in a sub-agent now; otherwise the agent gets a directive instead. */
  readonly mayFork: boolean
}

/** Only reads, so it can be repeated after a crash. A thrown ProblemError is reported to the model. */
export interface ReadEffect {
  readonly kind: 'read'
  /** `facts` are those that the gate approved. */
  run(services: ToolServices, facts: ToolFacts): Promise<JsonValue>
}

/** Changes only the session, through its reducer, in the same batch that completes the call. */
export interface SessionEffect {
  readonly kind: 'session'
  /** A problem when no command is possible. */
  command(facts: ToolFacts): SessionCommand | Problem
  /** The result for the model after the change. */
  report(result: SessionResult, facts: ToolFacts): JsonValue
  /** Further events for the same batch, after a change. */
  readonly events?: readonly ToolEvent[]
}

/** The outcome of a {@link RecordEffect}, written in the batch that completes the call. */
export interface EffectOutcome {
  readonly output: JsonValue
  readonly events?: readonly ToolEvent[]
  readonly files?: readonly WorkspaceChange[]
  /** The new notes about the conversation's person. */
  readonly memoryChange?: LogBatch['memoryChange']
  readonly skillsUsed?: readonly SkillId[]
}

/** A sub-agent answers the call: its result becomes the `output`. */
export interface ForkStart {
  readonly fork: Pick<
    Extract<ConversationEvent, { type: 'fork-started' }>,
    'skill' | 'allowedTools' | 'task'
  >
}

/**
 * Reads, and returns the writes. All writes are in one batch with the call's completion, so they happen
 * exactly once. A thrown ProblemError is reported to the model, and nothing is written. `facts` are those
 * that the gate approved, not newer ones.
 */
export interface RecordEffect {
  readonly kind: 'record'
  /** What it writes outlasts the conversation, so a turn that no person started needs a grant for it. */
  readonly lasting?: true
  run(services: ToolServices, facts: ToolFacts): Promise<EffectOutcome | ForkStart>
}

/**
 * Acts outside the log. `repeatable`: idempotent under the same call id, so it is repeated after a crash;
 * otherwise the model is told that the effect may or may not have happened. Its writes go into the batch
 * that completes the call.
 */
export interface ActEffect {
  readonly kind: 'act'
  readonly repeatable: boolean
  /** It starts one execution, with the id of the call ({@link executionIdOf}). */
  readonly executes?: true
  run(services: ToolServices): Promise<EffectOutcome>
}

export type ToolEffect = ReadEffect | SessionEffect | RecordEffect | ActEffect

/** A person's approval of a call's request, with a note. */
export interface Answer {
  readonly approvalRequest: ApprovalRequest
  readonly note: string
  readonly answeredBy: UserId | null
}

/** A call with valid input. */
export interface BoundCall {
  /** The skill of the call; the caller's view of it becomes `ToolFacts.skill`. */
  readonly skillSlug: string | null
  /** The skill is one of the agent's own, even if the caller has another one of that slug. */
  readonly isAgentSkill?: true
  /** The connector of the call; becomes `ToolFacts.connector`. */
  readonly connector?: string
  /** Further names under which a list of allowed tools may allow the call: `mcp__github__create_issue`. */
  readonly allowlistNames?: readonly string[]
  /** What patterns of such a list decide by; without it no pattern allows the call. */
  readonly subject?: CallSubject
  /** Where the call sends its arguments, outside this server; absent when it sends nothing. */
  readonly destination?: EgressDestination
  /** The model's reason. Untrusted. */
  readonly reason: string
  /** The tier of the called tool, where it differs from this tool's: a connector's tool. */
  readonly tier?: ToolTier
  /** The identity of the called tool, as a digest; absent for built-in tools. */
  readonly identity?: string
  /** The arguments of the called tool, where they are not the whole input. */
  readonly arguments?: JsonValue
  /** The name of the called tool, where it is not this tool: `mcp__github__create_issue`. */
  readonly target?: string
  /** The request that a person has to approve before the effect, whatever the policies; null for none. */
  readonly approvalRequest?: (facts: ToolFacts) => ApprovalRequest | Problem | null
  readonly effect: ToolEffect
  /** The effect after the request was approved. */
  readonly answered?: (answer: Answer) => ToolEffect
  /**
   * Plans the call by the current state, before the gate and again after an answer. Request and effect come
   * from the same plan, and the gate stays pure. Reads only. A problem that it returns or throws (except
   * internal failures) refuses the call.
   */
  readonly plan?: (services: ToolServices) => Promise<PlannedCall | Problem>
  /** The plan itself sends the input to the destination, so the gate decides before it as well. */
  readonly planSendsInput?: true
}

/** The plan of a call; it overrides the fields of the call. */
export type PlannedCall = Pick<
  BoundCall,
  'approvalRequest' | 'effect' | 'answered' | 'tier' | 'identity' | 'arguments' | 'destination'
>

/** One tool of a toolset, with all that the gate, the model and the loop need. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly permission: Permission
  /** Subject to `skill_enablement_policy`, or to `skills_dynamic_search_policy`. */
  readonly policy: 'none' | 'skill-enablement' | 'dynamic-search'
  /** Finds, loads, reads or unloads skills, so no list of allowed tools restricts it. */
  readonly exemptFromAllowlist: boolean
  /** What the agent can do about a skill that is off, where this tool's toolset has a way. */
  readonly hintWhenDisabled?: string | undefined
  /**
   * The consent that each call needs; null: the tool has its own rules, and its effects outside the
   * log need a grant in a turn that no person started.
   */
  readonly tier: ToolTier | null
  /** It changes the skills of the conversation, so it is not shown to a sub-agent. */
  readonly mainAgentOnly?: boolean
  /**
   * Where all that it answers comes from. `services`: from the call itself, from this program, or through
   * {@link ToolServices}, which note what they give. `outside`: from anywhere else, so it is untrusted.
   */
  readonly answersFrom: 'services' | 'outside'
  /** It is offered only where scripts can run. */
  readonly needsSandbox?: boolean
  /** The field of its input that names the skill it is about. */
  readonly skillField?: SkillField | undefined
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
  readonly hintWhenDisabled?: string
  readonly mainAgentOnly?: true
  readonly answersFrom: Tool['answersFrom']
  readonly needsSandbox?: true
  readonly skillField?: SkillField & keyof z.output<Schema>
  /** Without a `skillSlug` it is about no skill, and without a `reason` the model gives none. */
  bind(
    input: z.output<Schema>,
  ): Omit<BoundCall, 'skillSlug' | 'reason'> & Partial<Pick<BoundCall, 'skillSlug' | 'reason'>>
}

/**
 * Makes a tool from its specification. Input is checked strictly: unknown fields are refused
 * (`tool.bad-input`).
 */
export function defineTool<Schema extends z.ZodObject>(
  specification: ToolSpecification<Schema>,
): Tool {
  const { name, description, input: schema, permission, policy } = specification
  const inputSchema = z.toJSONSchema(schema, { io: 'input' }) as JsonObject
  return {
    name,
    description,
    permission,
    policy,
    tier: specification.tier ?? null,
    exemptFromAllowlist: specification.exemptFromAllowlist ?? false,
    hintWhenDisabled: specification.hintWhenDisabled,
    mainAgentOnly: specification.mainAgentOnly ?? false,
    answersFrom: specification.answersFrom,
    needsSandbox: specification.needsSandbox ?? false,
    skillField: specification.skillField,
    inputSchema,
    bind(input) {
      const parsed = schema.safeParse(withoutNulls(input))
      if (parsed.success) {
        return {
          ok: true,
          call: { skillSlug: null, reason: '', ...specification.bind(parsed.data) },
        }
      }
      return { ok: false, problem: badInput({ name, inputSchema }, parsed.error) }
    },
  }
}

/** Models write null, or an empty text, for absent fields. */
function withoutNulls(input: JsonValue): JsonValue {
  if (input === null || input === '') return {}
  if (typeof input !== 'object' || Array.isArray(input)) return input
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}

function badInput(
  { name, inputSchema }: Pick<Tool, 'name' | 'inputSchema'>,
  error: z.ZodError,
): Problem {
  return {
    code: 'tool.bad-input',
    kind: 'invalid',
    message: `The input of ${name} is not right: ${z.prettifyError(error)}`,
    hint: `Call it again with ${schemaFields(inputSchema)}.`,
    details: { tool: name },
  }
}
