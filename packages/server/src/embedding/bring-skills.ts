import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { ProblemError } from '@repertoire/core/base'
import { type ImportItem, importSkills, type JudgingDeps } from '@repertoire/core/ingest'
import type { CatalogActor } from '@repertoire/core/keep'
import { readSkillFolders } from '@repertoire/sources'

export interface SkillsToBring {
  readonly scope: 'org' | 'user'
  readonly folder: string
}

/** What is wrong with a skill that was taken all the same. */
export interface SkillWarning {
  readonly path: string
  /** Of its diagnostics: their texts may quote it. */
  readonly codes: readonly string[]
}

/**
 * Imports the skills of a folder, each in a folder of its own, judged like every arrival. Throws ProblemError
 * `embedding.skills-refused`, which names each one that was not taken, or `embedding.no-skills`.
 */
export async function bringSkills(
  deps: JudgingDeps,
  actor: CatalogActor,
  { scope, folder }: SkillsToBring,
): Promise<readonly SkillWarning[]> {
  if (existsSync(join(folder, 'SKILL.md'))) throw isOneSkill(folder)
  const read = await readSkillFolders(folder)
  if (read.length === 0) throw noSkills(folder)
  const unreadable = read.flatMap(({ id, problem }) => (problem ? [{ path: id, problem }] : []))
  const items = read.flatMap(({ id, files }): ImportItem[] => (files ? [{ path: id, files }] : []))
  const outcomes = await importSkills(deps, actor, {
    ...{ scope, items, overwrite: true, reason: 'Brought by the program.' },
    yieldToEventLoop: () => setImmediate(),
  })
  const refused = outcomes.flatMap((one) => (one.status === 'refused' ? [one] : []))
  const problems = [...unreadable, ...refused]
  if (problems.length > 0) throw skillsRefused(folder, problems)
  return outcomes.flatMap(({ path, diagnostics }): SkillWarning[] => {
    const serious = diagnostics.filter(({ severity }) => severity !== 'info')
    const codes = [...new Set(serious.map(({ code }) => code))]
    return codes.length > 0 ? [{ path, codes }] : []
  })
}

function isOneSkill(folder: string): ProblemError {
  return new ProblemError({
    code: 'embedding.no-skills',
    kind: 'invalid',
    message: `${folder} is one skill, not a folder of skills.`,
    hint: 'Name the folder that it is in.',
    details: { folder },
  })
}

function noSkills(folder: string): ProblemError {
  return new ProblemError({
    code: 'embedding.no-skills',
    kind: 'not-found',
    message: `There is no skill in ${folder}.`,
    hint: 'Name a folder that has a folder with a SKILL.md for each skill, or leave `skills` out.',
    details: { folder },
  })
}

function skillsRefused(
  folder: string,
  refused: readonly { readonly path: string; readonly problem: { readonly message: string } }[],
): ProblemError {
  const lines = refused.map(({ path, problem }) => `${path}: ${problem.message}`)
  return new ProblemError({
    code: 'embedding.skills-refused',
    kind: 'invalid',
    message: `Skills of ${folder} were not taken:\n${lines.join('\n')}`,
    hint: 'Correct them, or take them out of the folder.',
    details: { folder, skills: refused.map(({ path }) => path) },
  })
}
