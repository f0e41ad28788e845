import type { ManifestEntry, PendingRevision, Principal, Skill } from '@repertoire/core/domain'
import { freeSlug, offeredSkill, reviewAudience } from '@repertoire/core/ingest'
import type { TenantStore } from '@repertoire/core/ports'
import type { PendingRevisionBody, PendingRevisionFileContent } from '@repertoire/protocol'
import { packageLimits } from '@repertoire/skill-md'
import { toDiagnosticBody } from '../wire/diagnostic.ts'
import { wireTime } from '../wire/time.ts'
import { staleReason } from './stale-reason.ts'

type Details = Pick<
  PendingRevisionBody,
  | 'content'
  | 'base'
  | 'ancestor'
  | 'name_taken'
  | 'files'
  | 'diagnostics'
  | 'commits'
  | 'moves'
  | 'stale_reason'
>

/** What a reviewer reads of a revision, beside the skill that it would change. */
export async function describePendingRevision(
  store: TenantStore,
  principal: Principal,
  held: PendingRevision,
): Promise<Details> {
  const offered = await offeredSkill({ store }, held)
  // An offered skill that would move is new to whoever decides.
  const skill = offered ? null : await skillOf(store, principal, held)
  const text = skill && (await store.skills.content(principal.userId, skill.id, skill.head.digest))
  return {
    content: held.skillMd,
    base:
      skill && text
        ? {
            slug: skill.slug,
            digest: skill.head.digest,
            content: text.source,
            enabled: skill.enabled,
          }
        : null,
    ancestor: skill ? await ancestorOf(store, principal, { held, skill }) : null,
    name_taken: skill ? null : await nameTaken(store, principal, held),
    files: changedFiles(skill?.head.manifest ?? [], held.manifest),
    diagnostics: held.diagnostics.map(toDiagnosticBody),
    commits: held.commits.map((commit) => ({ ...commit, at: wireTime(commit.at) })),
    moves: offered !== null,
    stale_reason: await staleReason(store, principal, { held, offered, skill }),
  }
}

/** One file of a revision as text, and the same file of the skill here. */
export async function readPendingRevisionFile(
  store: TenantStore,
  principal: Principal,
  { held, path }: { readonly held: PendingRevision; readonly path: string },
): Promise<PendingRevisionFileContent> {
  const offered = await offeredSkill({ store }, held)
  const skill = offered ? null : await skillOf(store, principal, held)
  const bytes = await store.reviews.file(held.id, reviewAudience(principal), path)
  const base =
    skill && (await store.skills.file(principal.userId, skill.id, skill.head.digest, path))
  const size = bytes?.length ?? null
  return { path, size, text: textOf(bytes), base_text: textOf(base) }
}

async function skillOf(
  { skills }: TenantStore,
  { userId }: Principal,
  { skillId }: PendingRevision,
): Promise<Skill | null> {
  return skillId === null ? null : skills.get(userId, skillId)
}

/** Whether a new one is kept beside a skill of its name, and under which. */
async function nameTaken(
  store: TenantStore,
  { userId }: Principal,
  held: PendingRevision,
): Promise<Details['name_taken']> {
  if (held.state !== 'held' || held.proposal) return null
  const { slug, conflictingSkill } = await freeSlug(store, userId, held)
  return (
    conflictingSkill && {
      skill_id: conflictingSkill.id,
      slug: conflictingSkill.slug,
      kept_as: slug,
    }
  )
}

/** What the source had before somebody edited the skill here. */
async function ancestorOf(
  { sources, skills }: TenantStore,
  { userId }: Principal,
  { held, skill }: { readonly held: PendingRevision; readonly skill: Skill },
): Promise<Details['ancestor']> {
  if (held.sourceId === null) return null
  const items = await sources.allItems(held.sourceId)
  const digest = items.find(({ entryId }) => entryId === held.entryId)?.appliedDigest
  if (!digest || digest === skill.head.digest) return null
  const content = await skills.content(userId, skill.id, digest)
  return content && { digest, content: content.source }
}

function changedFiles(
  before: readonly ManifestEntry[],
  after: readonly ManifestEntry[],
): Details['files'] {
  const known = new Map(before.map((entry) => [entry.path, entry]))
  const here = new Set(after.map(({ path }) => path))
  const kept = after.map((entry) => ({ ...entry, change: changeOf(known.get(entry.path), entry) }))
  const removed = before.filter(({ path }) => !here.has(path))
  return [...kept, ...removed.map((entry) => ({ ...entry, change: 'removed' as const }))]
}

function changeOf(
  before: ManifestEntry | undefined,
  after: ManifestEntry,
): Details['files'][number]['change'] {
  if (!before) return 'added'
  const isSame = before.sha256 === after.sha256 && before.executable === after.executable
  return isSame ? 'same' : 'changed'
}

function textOf(bytes: Uint8Array | null): string | null {
  if (!bytes || bytes.length > packageLimits.textBytes) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
