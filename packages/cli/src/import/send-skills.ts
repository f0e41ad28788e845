import type { ImportItem, ImportResult } from '@repertoire/client'
import { ContentRefused } from '../connection/content-refused.ts'
import type { FoundSkill } from './find-skills.ts'
import { outcomeOf, refusedHere, type SkillOutcome } from './outcome.ts'
import { type ReadSkill, readSkill } from './read-skill.ts'

/** What one request carries at most. A larger skill goes alone. */
const batchLimits = { skills: 50, bytes: 8 * 1024 * 1024 } as const

/** Sends one request; a problem that is about its content is a {@link ContentRefused}. */
export type SendBatch = (items: ImportItem[]) => Promise<ImportResult[]>

/**
 * Reads and sends skills in batches and yields what became of each, as it is known. One that cannot be read
 * or is refused never stops the rest. Stops after the batch under way once `signal` is aborted.
 */
export async function* sendSkills(
  found: readonly FoundSkill[],
  send: SendBatch,
  signal: AbortSignal,
): AsyncGenerator<SkillOutcome[]> {
  const holders = new Map<string, string>()
  let batch: ImportItem[] = []
  let bytes = 0
  for (const skill of found) {
    if (signal.aborted) return
    const read = checkUnique(await readSkill(skill), holders)
    if (!read.ok) {
      yield [read.outcome]
      continue
    }
    const isFull = batch.length === batchLimits.skills || bytes + read.bytes > batchLimits.bytes
    if (isFull && batch.length > 0) {
      yield await sendBatch(batch, send)
      if (signal.aborted) return
      batch = []
      bytes = 0
    }
    batch.push(read.item)
    bytes += read.bytes
  }
  if (batch.length > 0) yield await sendBatch(batch, send)
}

/** Two skills of one slug in one import would overwrite each other, every time again. */
export function checkUnique(read: ReadSkill, holders: Map<string, string>): ReadSkill {
  if (!read.ok || read.slug === undefined) return read
  const holder = holders.get(read.slug)
  if (holder === undefined) {
    holders.set(read.slug, read.item.path)
    return read
  }
  const problem = {
    code: 'skill.duplicate-in-import',
    message: `"${read.slug}" is also the slug of ${holder} in the same import; only the first was imported.`,
    hint: 'Give one of them another name or slug in its frontmatter.',
  }
  return { ok: false, outcome: refusedHere(read.item.path, problem) }
}

async function sendBatch(items: ImportItem[], send: SendBatch): Promise<SkillOutcome[]> {
  try {
    return (await send(items)).map(outcomeOf)
  } catch (error) {
    if (!(error instanceof ContentRefused)) throw error
    const [only, ...rest] = items
    if (only && rest.length === 0) {
      return [refusedHere(only.path, { code: error.code, message: error.message })]
    }
  }
  // Something in it makes the whole request unacceptable: one by one, only that skill is refused.
  const outcomes: SkillOutcome[] = []
  for (const item of items) outcomes.push(...(await sendBatch([item], send)))
  return outcomes
}
