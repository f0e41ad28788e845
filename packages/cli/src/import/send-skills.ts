import type { ImportItem, ImportResult } from '@repertoire/client'
import { ContentRejectedError } from '../connection/content-rejected-error.ts'
import type { FoundSkill } from './find-skills.ts'
import { type ImportOutcome, localProblem, outcomeOf } from './import-outcome.ts'
import { type ReadSkill, readSkill } from './read-skill.ts'

/** Limits of one request. A larger skill is sent alone. */
const batchLimits = { skills: 50, bytes: 8 * 1024 * 1024 } as const

/** Sends one request; throws {@link ContentRejectedError} if its content is rejected. */
export type SendBatch = (items: ImportItem[]) => Promise<ImportResult[]>

/**
 * Reads and sends skills in batches and yields their outcomes as they are known. A skill that cannot be read or
 * is rejected never stops the rest. Stops after the current batch once `signal` is aborted.
 */
export async function* sendSkills(
  found: readonly FoundSkill[],
  send: SendBatch,
  signal: AbortSignal,
): AsyncGenerator<ImportOutcome[]> {
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

/** Rejects the second of two skills with one slug in one import: they would overwrite each other. */
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
  return { ok: false, outcome: localProblem(read.item.path, problem) }
}

async function sendBatch(items: ImportItem[], send: SendBatch): Promise<ImportOutcome[]> {
  try {
    return (await send(items)).map(outcomeOf)
  } catch (error) {
    if (!(error instanceof ContentRejectedError)) throw error
    const [only, ...rest] = items
    if (only && rest.length === 0) {
      return [localProblem(only.path, { code: error.code, message: error.message })]
    }
  }
  // One skill made the server reject the whole request. Sent one by one, only that skill is rejected.
  const outcomes: ImportOutcome[] = []
  for (const item of items) outcomes.push(...(await sendBatch([item], send)))
  return outcomes
}
