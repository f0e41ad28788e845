import type { RevisionDigest, SkillId, UserId } from '../../../base/ids.ts'
import type { KeptSkill } from '../tenant-segments.ts'
import { readRouting, writeRouting } from './kept-routing.ts'

/** Skills in one part: few enough that writing one does not hold up anything else. */
const skillsPerPart = 2_000

/** The skills of all segments of an index, one after another. The owner is that of the segment. */
export function* writeSkills(
  segments: Iterable<{ readonly skills: readonly (KeptSkill | null)[] }>,
): Generator<Uint8Array> {
  let rows: unknown[] = []
  for (const { skills } of segments) {
    for (const skill of skills) {
      rows.push(skill && rowOf(skill))
      if (rows.length < skillsPerPart) continue
      yield toBytes(rows)
      rows = []
    }
  }
  if (rows.length > 0) yield toBytes(rows)
}

const toBytes = (rows: readonly unknown[]) => new TextEncoder().encode(JSON.stringify(rows))

function rowOf(skill: KeptSkill): readonly unknown[] {
  const { id, slug, revision, digest, enabled, isSample, isValid, routing, tags } = skill
  const switches = [enabled, isSample, isValid].map((value) => (value ? 1 : 0))
  const origin = [skill.publishedOn, skill.writtenBy]
  return [id, slug, revision, digest, ...switches, ...origin, writeRouting(routing), ...tags]
}

type Row = Omit<KeptSkill, 'owner'>

/** Null where a skill was removed. Undefined for bytes that are no part of {@link writeSkills}. */
export function readSkills(bytes: Uint8Array): readonly (Row | null)[] | undefined {
  const parsed: unknown = parseJson(bytes)
  if (!Array.isArray(parsed)) return undefined
  const skills: (Row | null)[] = []
  for (const row of parsed) {
    const skill = row === null ? null : readRow(row)
    if (skill === undefined) return undefined
    skills.push(skill)
  }
  return skills
}

function readRow(row: unknown): Row | undefined {
  if (!Array.isArray(row)) return undefined
  const [id, slug, revision, digest, enabled, isSample, isValid, ...more] = row as unknown[]
  const [publishedOn, writtenBy, kept, ...tags] = more
  if (![id, slug, digest, ...tags].every((value) => typeof value === 'string')) return undefined
  const routing = readRouting(kept)
  if (typeof revision !== 'number' || typeof publishedOn !== 'number') return undefined
  if (routing === undefined || (writtenBy !== null && typeof writtenBy !== 'string'))
    return undefined
  return {
    id: id as SkillId,
    slug: slug as string,
    tags: tags as string[],
    enabled: enabled === 1,
    isSample: isSample === 1,
    isValid: isValid === 1,
    publishedOn,
    writtenBy: writtenBy as UserId | null,
    routing,
    revision,
    digest: digest as RevisionDigest,
  }
}

/** Undefined for bytes that are no JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

export function withOwner(row: Row | null, owner: UserId | null): KeptSkill | null {
  if (row === null) return null
  const { id, slug, tags, enabled, isSample, routing, revision, digest } = row
  const { isValid, publishedOn, writtenBy } = row
  const quality = { isValid, publishedOn, writtenBy }
  return { id, owner, slug, tags, enabled, isSample, routing, revision, digest, ...quality }
}
