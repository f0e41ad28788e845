import type { LoggedEvent, ToolCall } from '../domain/events.ts'
import { restrictedSkills, type SideEffect } from './allowlist-fixture.ts'

/** Tools that find, load, read and unload skills: no list restricts them. */
const skillTools = [
  ...['use_skill', 'read_skill_file', 'activate_skill', 'activate_skills', 'read_skill'],
  ...['list_skills', 'search_skills', 'enable_skill', 'disable_skill', 'list_enabled_skills'],
]

/** A completed tool call with the oracle's verdict. */
export interface CheckedCall {
  readonly call: ToolCall
  readonly refusedBy: string | null
  /** Whether the lists in force at its completion permit it. */
  readonly permitted: boolean
  readonly name: string
  /** The slugs of the skills whose lists were in force, joined by `+`; null without one. */
  readonly skill: string | null
}

/**
 * The oracle: for each completed call it looks in the log for the skills that were in the session at any time
 * of the turn, and for those that were given as results, and looks up their table entries. It shares no code
 * with the enforcement.
 */
export function checkCalls(log: readonly LoggedEvent[]): CheckedCall[] {
  const calls = callsOf(log)
  return log.flatMap(({ event, runId }, at) => {
    if (event.type !== 'tool-completed') return []
    const call = calls.get(event.callId)
    if (!call) throw new Error(`no step made the call ${event.callId}`)
    const before = log.slice(0, at)
    const inForce = listsInForce(before, { runId, fork: event.fork }, calls)
    const permits = inForce.flatMap((slug) => restrictedSkills[slug]?.permits ?? [])
    const name = nameOf(call)
    return [
      {
        call,
        refusedBy: event.outcome.status === 'ok' ? null : event.outcome.problem.code,
        permitted:
          inForce.length === 0 || [...skillTools, ...permits].some((one) => covers(one, name)),
        name,
        skill: inForce.length === 0 ? null : inForce.join('+'),
      },
    ]
  })
}

function callsOf(log: readonly LoggedEvent[]): Map<string, ToolCall> {
  return new Map(
    log.flatMap(({ event }) =>
      event.type === 'step-completed'
        ? event.toolCalls.map((call) => [call.id, call] as const)
        : [],
    ),
  )
}

/** The tool that a call means, for lists: `tool_invoke` names another one. */
function nameOf({ name, input }: ToolCall): string {
  const { connector, tool, arguments: inner } = input as Record<string, unknown>
  if (name === 'tool_invoke')
    return nameOf({ id: '', name: String(tool), input: (inner ?? {}) as never })
  return connector ? `mcp__${connector}__${tool}` : name
}

function covers(permit: string, name: string): boolean {
  return permit.endsWith('__') ? name.startsWith(permit) : name === permit
}

interface Actor {
  readonly runId: LoggedEvent['runId']
  readonly fork: string | undefined
}

type Calls = ReadonlyMap<string, ToolCall>

function listsInForce(before: readonly LoggedEvent[], actor: Actor, calls: Calls): string[] {
  const given = restricting(givenSkills(before, actor, calls))
  if (actor.fork !== undefined && given.length > 0) return given
  return [...new Set([...restricting(sessionSkills(before, actor)), ...given])]
}

/** The skills of the session when the turn began, and after each change in it. */
function sessionSkills(before: readonly LoggedEvent[], { runId }: Actor): string[] {
  const start = before.findIndex(
    ({ event, runId: of }) => of === runId && event.type === 'run-started',
  )
  const slugsOf = ({ event }: LoggedEvent) =>
    event.type === 'skills-state-changed' ? event.state.enabledSkills.map(({ slug }) => slug) : null
  const atStart = before.slice(0, start).findLast((one) => slugsOf(one) !== null)
  const inTurn = before.slice(start).flatMap((one) => slugsOf(one) ?? [])
  return [...(atStart ? (slugsOf(atStart) ?? []) : []), ...inTurn]
}

/** The skills whose text was given as a result; `use_skill` replaces those before. */
function givenSkills(before: readonly LoggedEvent[], actor: Actor, calls: Calls): string[] {
  let given: string[] = []
  for (const [at, { event, runId }] of before.entries()) {
    if (runId !== actor.runId) continue
    if (event.type === 'fork-started' && event.callId === actor.fork) {
      const inherits = loaderOf(calls.get(event.callId)).tool === 'activate_skill'
      const parent = { runId, fork: undefined }
      const own = restricting([event.skill.slug])
      given = own.length > 0 || !inherits ? own : givenSkills(before.slice(0, at), parent, calls)
    }
    if (event.type !== 'tool-completed' || event.fork !== actor.fork) continue
    if (event.outcome.status !== 'ok') continue
    const { tool, slug } = loaderOf(calls.get(event.callId))
    const { output } = event.outcome
    const forked = typeof output === 'object' && output !== null && 'result' in output
    if (slug === null || forked) continue
    given = tool === 'use_skill' ? [slug] : [...given, slug]
  }
  return given
}

/** The tool of a call that gives a skill as a result, and the skill. */
function loaderOf(call: ToolCall | undefined): { tool: string; slug: string | null } {
  if (!call) return { tool: '', slug: null }
  const {
    name: skill,
    skill_name: attached,
    tool,
    arguments: inner,
  } = call.input as Record<string, unknown>
  if (call.name === 'tool_invoke') {
    return loaderOf({ id: '', name: String(tool), input: (inner ?? {}) as never })
  }
  if (call.name === 'use_skill' || call.name === 'read_skill') {
    return { tool: call.name, slug: String(skill).trim().toLowerCase() }
  }
  return { tool: call.name, slug: call.name === 'activate_skill' ? String(attached) : null }
}

function restricting(slugs: readonly string[]): string[] {
  return slugs.filter((slug) => (restrictedSkills[slug]?.permits ?? null) !== null)
}

/** Describes all violations of the boundary; empty when it held. */
export function allowlistViolations(
  log: readonly LoggedEvent[],
  sideEffects: readonly SideEffect[],
): string[] {
  const checked = checkCalls(log)
  const ended = new Set(checked.map(({ call }) => call.id))
  const unresolved = sideEffects
    .filter(({ callId }) => !ended.has(callId))
    .map(({ name }) => `${name} ran without a completed call`)
  return checked.reduce((found, { call, name, permitted, refusedBy, skill }) => {
    const done = sideEffects.some(({ callId }) => callId === call.id)
    if (!permitted && refusedBy === null) found.push(`${skill} wrongly permitted ${name}`)
    const refused = refusedBy !== null && refusedBy !== 'tool.interrupted'
    if (done && (!permitted || refused)) found.push(`${name} ran under ${skill} despite a refusal`)
    if (permitted && refusedBy === 'tool.not-allowed')
      found.push(`${skill} wrongly refused ${name}`)
    return found
  }, unresolved)
}
