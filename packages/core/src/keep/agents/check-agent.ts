import type { SkillId } from '../../base/ids.ts'
import { type AgentDraft, agentToolsets } from '../../domain/agent.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Skill } from '../../domain/skill.ts'
import { skillFieldsOf } from '../../domain/skill-fields.ts'
import type { AgentDeps } from './agent-deps.ts'
import { invalidAgent, skillNotAllowedForAgent } from './agent-problems.ts'

/** Limits of an agent. Lengths are in characters. */
const maxNameLength = 100
const maxInstructionLength = 50_000
const maxSkills = 100
const maxToolsets = 50

/**
 * Validates an agent draft. Checks only changed fields, so that an agent with a removed model or skill can still
 * be renamed. Only skills of the organisation can be attached, so that an agent is the same for all users. Throws
 * ProblemError `agent.invalid`, `agent.skill-not-attachable`, `tools.name-collision`.
 */
export async function checkAgent(
  { store, choices }: Pick<AgentDeps, 'store' | 'choices'>,
  { userId }: Principal,
  draft: Partial<AgentDraft>,
): Promise<void> {
  checkTexts(draft)
  const { modelId = null, toolsets, skillIds } = draft
  if (modelId !== null && !choices.models.includes(modelId)) throw unknownModel(modelId, choices)
  if (toolsets) checkToolsets(choices, toolsets)
  if (!skillIds) return
  checkUnique('skill_ids', skillIds, maxSkills)
  checkSkills(skillIds, await store.skills.getMany(userId, skillIds))
}

function checkToolsets(choices: AgentDeps['choices'], toolsets: readonly string[]): void {
  const unknown = toolsets.filter((name) => !choices.toolsets.includes(name))
  if (unknown.length > 0) {
    const known = choices.toolsets.join(', ')
    const message = `There is no toolset ${JSON.stringify(unknown[0]?.slice(0, 100))}. The toolsets are: ${known}.`
    throw invalidAgent('toolsets', message, { toolsets: [...choices.toolsets] })
  }
  checkUnique('toolsets', toolsets, maxToolsets)
  choices.checkToolsets(agentToolsets({ toolsets }))
}

function checkTexts({ name, instruction = '' }: Partial<AgentDraft>): void {
  if (name !== undefined && (name.trim() === '' || [...name].length > maxNameLength)) {
    throw invalidAgent('name', `A name has 1 to ${maxNameLength} characters.`)
  }
  if ([...instruction].length > maxInstructionLength) {
    throw invalidAgent(
      'instruction',
      `An instruction has at most ${maxInstructionLength} characters.`,
    )
  }
}

function checkUnique(field: string, values: readonly string[], max: number): void {
  if (values.length > max) throw invalidAgent(field, `At most ${max} are allowed.`)
  if (new Set(values).size < values.length) throw invalidAgent(field, 'Duplicates are not allowed.')
}

function checkSkills(ids: readonly SkillId[], found: readonly Skill[]): void {
  const byId = new Map(found.map((skill) => [skill.id, skill]))
  const absent = ids.filter((id) => !byId.has(id))
  if (absent.length > 0) throw skillNotAllowedForAgent(absent, 'there is no such skill.')
  const own = found.filter(({ scope }) => scope.kind === 'user')
  if (own.length > 0) {
    const why = `only skills of the organisation can be attached, because an agent is the same for all users; ${slugsOf(own)} is your own skill.`
    throw skillNotAllowedForAgent(idsOf(own), why)
  }
  const peopleOnly = found.filter(({ head }) => isInteractiveOnly(head))
  if (peopleOnly.length === 0) return
  throw skillNotAllowedForAgent(
    idsOf(peopleOnly),
    `${slugsOf(peopleOnly)} can only be activated by people.`,
  )
}

export function isInteractiveOnly(head: Skill['head']): boolean {
  return skillFieldsOf(head).disableModelInvocation
}

function idsOf(skills: readonly Skill[]): readonly SkillId[] {
  return skills.map(({ id }) => id)
}

function slugsOf(skills: readonly Skill[]): string {
  return skills
    .slice(0, 5)
    .map(({ slug }) => `"${slug}"`)
    .join(', ')
}

function unknownModel(modelId: string, { models }: AgentDeps['choices']) {
  const known = models.length > 0 ? `The models are: ${models.join(', ')}.` : 'Leave it out.'
  const message = `There is no model ${JSON.stringify(modelId.slice(0, 200))} on this server. ${known}`
  return invalidAgent('model_id', message, { models: [...models] })
}
