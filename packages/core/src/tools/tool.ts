import { z } from 'zod'
import type { Skill } from '../catalog/skill.ts'
import type { Problem } from '../errors.ts'
import type { TenantId, UserId } from '../ids.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import type { Permission } from '../policy/principal.ts'
import type { OrganisationSettings } from '../policy/settings.ts'
import type { SkillSearch } from '../ports/search-index.ts'
import type { SkillStore } from '../ports/store.ts'
import type { SessionCommand, SessionResult } from '../session/reduce-session.ts'
import type { SessionState } from '../session/session-state.ts'

/** What a decision about a call is made from, gathered just before it. Plain data. */
export interface ToolFacts {
  readonly session: SessionState
  readonly settings: OrganisationSettings
  /** The skill the call names, as the caller may see it now. */
  readonly skill: Skill | null
}

/** What a reading tool reaches. */
export interface ToolServices {
  readonly tenantId: TenantId
  readonly viewer: UserId
  readonly skills: Pick<SkillStore, 'findBySlug' | 'getMany' | 'list' | 'tags'>
  readonly search: SkillSearch
  readonly session: SessionState
  readonly settings: OrganisationSettings
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

/** A call whose input was found good. */
export interface BoundCall {
  /** The skill it is about; the caller's own view of it becomes `ToolFacts.skill`. */
  readonly skillSlug: string | null
  /** The model's own words. Untrusted. */
  readonly reason: string
  readonly effect: ReadEffect | SessionEffect
}

/** One row of a toolset: all that the gate, the model and the loop need to know. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly permission: Permission
  /** `skill-enablement`: stands under `skill_enablement_policy` (A7). */
  readonly policy: 'none' | 'skill-enablement'
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
