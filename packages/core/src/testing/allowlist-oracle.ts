import type { LoggedEvent, ToolCall } from '../domain/events.ts'
import { restrictedSkills, type SideEffect } from './allowlist-fixture.ts'

const skillTools = ['use_skill', 'read_skill_file']

/** A completed tool call with the oracle's verdict. */
export interface CheckedCall {
  readonly call: ToolCall
  readonly refusedBy: string | null
  /** Whether the allowlist in force at its completion permits it. */
  readonly permitted: boolean
  readonly name: string
  /** The slug of the skill whose allowlist was in force; null without one. */
  readonly skill: string | null
}

/**
 * The oracle: reads the log backwards from each completed call to the last skill used in the same turn and
 * agent, and looks up its table entry. It shares no code with the enforcement.
 */
export function checkCalls(log: readonly LoggedEvent[]): CheckedCall[] {
  const calls = new Map(
    log.flatMap(({ event }) =>
      event.type === 'step-completed'
        ? event.toolCalls.map((call) => [call.id, call] as const)
        : [],
    ),
  )
  return log.flatMap(({ event, runId }, at) => {
    if (event.type !== 'tool-completed') return []
    const call = calls.get(event.callId)
    if (!call) throw new Error(`no step made the call ${event.callId}`)
    const skill = skillInForce(log.slice(0, at), { runId, fork: event.fork })
    const permits = skill === null ? null : (restrictedSkills[skill]?.permits ?? null)
    const { connector, tool } = call.input as { connector?: string; tool?: string }
    const name = connector ? `mcp__${connector}__${tool}` : call.name
    return [
      {
        call,
        refusedBy: event.outcome.status === 'ok' ? null : event.outcome.problem.code,
        permitted: permits === null || [...skillTools, ...permits].some((one) => covers(one, name)),
        name,
        skill,
      },
    ]
  })
}

function covers(permit: string, name: string): boolean {
  return permit.endsWith('__') ? name.startsWith(permit) : name === permit
}

function skillInForce(
  before: readonly LoggedEvent[],
  { runId, fork }: { runId: LoggedEvent['runId']; fork: string | undefined },
): string | null {
  for (const { event, runId: of } of before.toReversed()) {
    if (of !== runId) continue
    if (event.type === 'fork-started' && event.callId === fork) return event.skill.slug
    if (event.type !== 'tool-completed' || event.name !== 'use_skill' || event.fork !== fork) {
      continue
    }
    if (event.outcome.status !== 'ok') continue
    const { name, instructions } = event.outcome.output as { name: string; instructions?: string }
    if (instructions !== undefined) return name
  }
  return null
}

/** Describes all violations of the boundary; empty when it held. */
export function breaches(
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
