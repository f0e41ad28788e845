import { readFile } from 'node:fs/promises'
import type { ImportItem } from '@repertoire/client'
import { type OutcomeTestSet, outcomeTestFile, readOutcomeTests } from '@repertoire/skill-md'
import type { CommandContext } from '../../command/command-context.ts'
import { CommandError } from '../../command/exit-codes.ts'
import { type FoundSkill, findSkills, noSkillFound } from '../../import/find-skills.ts'
import { readSkill } from '../../import/read-skill.ts'
import { sanitizeText } from '../../terminal/sanitize-text.ts'
import { openRevision } from './other-revision.ts'
import type { TestRequest } from './outcome-messages.ts'

export interface Comparison {
  readonly baseline: boolean
  readonly against: string | undefined
}

/** The skills of folders that have outcome tests. Throws CommandError for tests with findings: nothing is paid then. */
export async function readSkillsUnderTest(
  paths: readonly string[],
  { baseline, against }: Comparison,
  { cwd, terminal }: Pick<CommandContext, 'cwd' | 'terminal'>,
): Promise<TestRequest['skills']> {
  const skills: TestRequest['skills'][number][] = []
  let findings = 0
  for (const path of paths) {
    const found = await findSkills(path, cwd)
    if (found.skills.length === 0) throw noSkillFound(path)
    const other = against === undefined ? null : await openRevision(against, { path, cwd })
    try {
      const others = other ? (await findSkills(other.folder, cwd)).skills : []
      for (const skill of found.skills) {
        const lines = await findingsOf(skill)
        if (lines === null) continue
        findings += lines.length
        for (const line of lines) terminal.note(line)
        skills.push({
          ...{ skill: await itemOf(skill), baseline },
          ...(other && { other: await itemOf(counterpart(skill, found.skills, others)) }),
        })
      }
    } finally {
      await other?.remove()
    }
  }
  if (findings > 0) {
    throw new CommandError('The outcome tests have errors, so nothing was tried.')
  }
  if (skills.length > 0) return skills
  const hint = `Write cases into ${outcomeTestFile} beside the SKILL.md.`
  throw new CommandError('None of the skills has outcome tests.', hint)
}

/** Null for a skill without outcome tests. */
async function findingsOf({ path, others }: FoundSkill): Promise<readonly string[] | null> {
  const tests = others.find((file) => file.path === outcomeTestFile)
  if (!tests) return null
  return findingLines(path, readOutcomeTests(await readFile(tests.file, 'utf8')))
}

export function findingLines(path: string, { diagnostics }: OutcomeTestSet): readonly string[] {
  return diagnostics.map(({ line, column, code, message }) => {
    const place = `${sanitizeText(path)}/${outcomeTestFile}:${line}:${column}`
    return `${place} ${sanitizeText(message)} (${code})`
  })
}

async function itemOf(skill: FoundSkill): Promise<ImportItem> {
  const read = await readSkill(skill)
  if (read.ok) return read.item
  const why = 'problem' in read.outcome ? read.outcome.problem?.message : undefined
  throw new CommandError(`${sanitizeText(skill.path)} cannot be read: ${sanitizeText(why ?? '')}`)
}

/** The same skill at the other revision: by its path, or the only one there where there is only one here. */
function counterpart(
  { path }: FoundSkill,
  own: readonly FoundSkill[],
  others: readonly FoundSkill[],
): FoundSkill {
  const same = others.find((one) => one.path === path)
  const only = own.length === 1 && others.length === 1 ? others[0] : undefined
  const found = same ?? only
  if (found) return { ...found, path }
  throw new CommandError(`The other revision has no skill ${sanitizeText(path)}.`)
}
