import { folderNameOf, loadSkillMd } from '@repertoire/skill-md'
import type { FoundSkill } from './find-skills.ts'
import { type ImportOutcome, localProblem, pickDiagnosticFields } from './import-outcome.ts'
import { type ReadSkill, readSkill } from './read-skill.ts'
import { checkUnique } from './send-skills.ts'

/** A dry run: reads every skill like an import, without a server, and yields what is known. */
export async function* checkSkills(
  found: readonly FoundSkill[],
  signal: AbortSignal,
): AsyncGenerator<ImportOutcome[]> {
  const holders = new Map<string, string>()
  for (const skill of found) {
    if (signal.aborted) return
    const read = checkUnique(await readSkill(skill), holders)
    yield [read.ok ? checked(read) : read.outcome]
  }
}

function checked({ item, skillMd, slug }: Extract<ReadSkill, { ok: true }>): ImportOutcome {
  const loaded = loadSkillMd(skillMd, { folderName: folderNameOf(item.path) })
  const diagnostics = loaded.diagnostics.map(pickDiagnosticFields)
  if (loaded.ok) {
    return {
      path: item.path,
      status: 'readable',
      outcome: 'readable',
      slug: slug ?? null,
      name: loaded.document.fields.name ?? null,
      repaired: loaded.repaired,
      problem: null,
      diagnostics,
    }
  }
  const worst = loaded.diagnostics.find(({ severity }) => severity === 'error')
  const where = worst ? ` (line ${worst.line}, column ${worst.column}): ${worst.message}` : '.'
  const message = `SKILL.md cannot be read${where}`
  return { ...localProblem(item.path, { code: 'skill.unreadable', message }), diagnostics }
}
