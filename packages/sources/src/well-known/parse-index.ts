import type { SourceNotice } from '@repertoire/core/ports'
import { z } from 'zod'
import { remoteLimits } from '../http/limits.ts'
import { quoted } from '../http/quoted.ts'
import type { IndexContext, IndexedSkill } from './indexed-skill.ts'
import { type EntryReader, readArtifactEntry, readListedEntry } from './read-entry.ts'

const currentSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
/** Notices of single entries; more of them would hide the others. */
const maxNotices = 20

const indexSchema = z.looseObject({ $schema: z.unknown().optional(), skills: z.array(z.unknown()) })

export type IndexReading =
  | {
      readonly skills: readonly IndexedSkill[]
      readonly notices: readonly SourceNotice[]
      readonly fault?: undefined
    }
  /** Why there is no usable index, as the end of a sentence. */
  | { readonly fault: string }

/**
 * Reads an index of version 0.2, or 0.1 when it names no `$schema`. Any other `$schema` is a fault. An invalid entry is
 * left out with a notice, in both versions; skills of one name are all left out, as nobody can say which is meant.
 */
export function parseIndex(value: unknown, context: IndexContext): IndexReading {
  const parsed = indexSchema.safeParse(value)
  if (!parsed.success) return { fault: 'it has no list "skills"' }
  const { $schema, skills } = parsed.data
  if ($schema !== undefined && $schema !== currentSchema) {
    const named = typeof $schema === 'string' ? quoted($schema) : 'one that is no text'
    return { fault: `its $schema is ${named}, which is not known here` }
  }
  const readEntry = $schema === undefined ? readListedEntry : readArtifactEntry
  return readEntries(skills, readEntry, context)
}

function readEntries(
  listed: readonly unknown[],
  readEntry: EntryReader,
  context: IndexContext,
): Extract<IndexReading, { fault?: undefined }> {
  const found = new Map<string, IndexedSkill[]>()
  const invalid: SourceNotice[] = []
  for (const [index, entry] of listed.slice(0, remoteLimits.entries).entries()) {
    const { skill, fault } = readEntry(entry, context)
    if (fault !== undefined) invalid.push(invalidEntry(entry, index, fault))
    else if (skill) found.set(skill.name, [...(found.get(skill.name) ?? []), skill])
  }
  const groups = [...found.values()]
  const conflicts = groups
    .filter((group) => group.length > 1)
    .map(([first]) => first as IndexedSkill)
  return {
    skills: groups.filter((group) => group.length === 1).flat(),
    notices: [
      ...(listed.length > remoteLimits.entries ? [truncated(listed.length)] : []),
      ...limited([...conflicts.map(conflict), ...invalid]),
    ],
  }
}

function invalidEntry(entry: unknown, index: number, fault: string): SourceNotice {
  const name =
    typeof entry === 'object' && entry !== null && 'name' in entry && typeof entry.name === 'string'
      ? ` (${quoted(entry.name)})`
      : ''
  return {
    code: 'entry.invalid',
    message: `Entry ${index + 1}${name} of the index is left out: ${fault}.`,
  }
}

function conflict({ name }: IndexedSkill): SourceNotice {
  return {
    code: 'entry.conflict',
    message: `Several entries of the index have the name ${quoted(name)}; none of them is taken.`,
  }
}

function truncated(count: number): SourceNotice {
  return {
    code: 'entries.truncated',
    message: `The index lists ${count} skills; only the first ${remoteLimits.entries} are read.`,
  }
}

function limited(notices: readonly SourceNotice[]): readonly SourceNotice[] {
  if (notices.length <= maxNotices) return notices
  const more = notices.length - maxNotices
  return [
    ...notices.slice(0, maxNotices),
    { code: 'entry.invalid', message: `${more} more entries of the index are left out.` },
  ]
}
