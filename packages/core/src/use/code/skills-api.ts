import { type Problem, ProblemError } from '../../base/errors.ts'
import type { JsonObject, JsonValue } from '../../base/json.ts'
import type { UsedSkill } from '../../domain/events.ts'
import { missingPermission } from '../../domain/permissions.ts'
import type { Skill } from '../../domain/skill.ts'
import type { CodeHostFunction } from '../../ports/code.ts'
import { listLibrarySkills } from '../library/library-skills.ts'
import { listedSkill } from '../library/skill-shape.ts'
import { isGiven } from '../tools/enablement-request.ts'
import { mayUseSkills } from '../tools/offered-skills.ts'
import {
  findNamedSkill,
  instructionsOf,
  usableSkill,
  usedSkillOf,
} from '../tools/portable-skill.ts'
import { availableHere } from '../tools/skill-conditions.ts'
import type { ToolServices } from '../tools/tool.ts'

type ApiServices = Pick<
  ToolServices,
  'skills' | 'viewer' | 'principal' | 'settings' | 'session' | 'turn' | 'environment'
>

/** The library API for one run of code. */
export interface SkillsApi {
  /** `skills.list(tag?)` and `skills.read(name)` of document B. */
  readonly host: Readonly<Record<string, CodeHostFunction>>
  /** The revisions whose text the code was given, in the order of the first read. */
  readSkills(): readonly UsedSkill[]
}

/**
 * The API is bound to one organisation and one person: invisible, disabled and human-only skills do not
 * exist for it. It writes nothing. Code cannot ask a person, so where people approve skills, it reads
 * approved ones alone.
 */
export function createSkillsApi(services: ApiServices): SkillsApi {
  const read = new Map<string, UsedSkill>()
  let library: Promise<readonly Skill[]> | undefined
  return {
    host: {
      'skills.list': async ([tag = null]) => {
        if (tag !== null && typeof tag !== 'string')
          throw badArgument('skills.list', 'a tag or nothing')
        // Listed once per run: listing in a loop costs the same as listing once.
        library ??= enabledSkills(services)
        const skills = await library
        return skills.filter(({ head }) => tag === null || head.tags.includes(tag)).map(summaryOf)
      },
      'skills.read': async (args) => {
        const { skill, body } = await readSkill(services, args)
        const used = usedSkillOf(skill)
        read.set(`${used.skillId} ${used.digest}`, used)
        return { ...summaryOf(skill), content: body }
      },
    },
    readSkills: () => [...read.values()],
  }
}

async function enabledSkills(services: ApiServices): Promise<readonly Skill[]> {
  if (!mayUseSkills(services)) return []
  const all = await listLibrarySkills(services)
  const enabled = all.filter((skill) => skill.enabled && skill.archivedAt === null)
  return availableHere(enabled, services.environment)
}

async function readSkill(
  services: ApiServices,
  [name]: readonly JsonValue[],
): Promise<{ readonly skill: Skill; readonly body: string }> {
  if (typeof name !== 'string') throw badArgument('skills.read', 'the name of a skill')
  const missing = missingPermission(services.principal, 'skills.read')
  if (missing) throw new ProblemError(missing)
  const found = usableSkill(await findNamedSkill(services, name), name)
  if (!mayRead(found, services)) throw new ProblemError(needsApproval(found.slug))
  return { skill: found, body: await instructionsOf(services, found) }
}

function mayRead(skill: Skill, services: ApiServices): boolean {
  if (!mayUseSkills(services)) return false
  return services.settings.skillEnablementPolicy !== 'prompt-user' || isGiven(skill, services)
}

function summaryOf(skill: Skill): JsonObject {
  const { name, title, description, tags } = listedSkill(skill)
  return { name, title, description, tags: [...tags] }
}

function badArgument(call: string, expected: string): ProblemError {
  return new ProblemError({
    code: 'code.bad-argument',
    kind: 'invalid',
    message: `${call} takes ${expected}.`,
  })
}

function needsApproval(slug: string): Problem {
  return {
    code: 'code.skill-not-approved',
    kind: 'forbidden',
    message: `A person has to approve "${slug}" before code may read it: load it in this conversation first.`,
    details: { slug },
  }
}
