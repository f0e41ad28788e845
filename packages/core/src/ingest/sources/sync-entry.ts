import { type Diagnostic, folderNameOf } from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'
import type { PendingRevisionId, RevisionDigest } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type {
  PendingRevision,
  PendingRevisionHead,
  PendingRevisionWithFiles,
} from '../../domain/pending-revision.ts'
import { sampleSlug } from '../../domain/sample.ts'
import type { CheckedContent, NewContent, PackageFile } from '../../domain/skill.ts'
import type { SkillSource, SourceItemRecord } from '../../domain/source.ts'
import type { SourceCommit } from '../../domain/source-commit.ts'
import type { TrustReport } from '../../domain/trust.ts'
import type { SourceEntry, SourceItem } from '../../ports/source-reader.ts'
import { checked } from '../checks/check-package.ts'
import { ingestPackage } from '../packages/ingest-package.ts'
import { digestOf } from '../packages/manifest.ts'
import { withLicencesAbove } from '../packages/with-licences-above.ts'
import { newPendingRevision, type UpdateBase } from '../review/new-pending-revision.ts'
import { isEmpty } from '../review/requested-permissions.ts'
import { entryOrigin } from './entry-origin.ts'
import { flatFileFields } from './flat-file-fields.ts'
import { reviewReasons } from './review-reasons.ts'
import { hasSameMetadata } from './same-metadata.ts'

/** What is known of an entry before it is read. */
export interface EntryContext {
  readonly source: SkillSource
  /** The version of the source that is read. */
  readonly sourceVersion: string
  readonly entry: SourceEntry
  /** From the last sync; undefined for a new entry. */
  readonly record: SourceItemRecord | undefined
  /** The skill that came of it, with what it asks for; null where there is none, or it was deleted. */
  readonly skill: (UpdateBase & { readonly isEdited: boolean }) | null
  /** What waits of this entry since an earlier sync. */
  readonly waiting: PendingRevisionHead | null
  /** How long an update has to be known before it is applied by itself. */
  readonly minimumAgeMs: number
  /** The content that a lock file wants. */
  readonly lockedDigest?: RevisionDigest | undefined
  /** Contents that must not be used. */
  readonly revoked: ReadonlySet<RevisionDigest>
}

/** What happens to one entry. */
export type EntryOutcome = { readonly record: SourceItemRecord } & (
  | { readonly kind: 'failed' | 'unchanged' }
  | { readonly kind: 'held'; readonly hold: PendingRevisionWithFiles; readonly isNew: boolean }
  | {
      readonly kind: 'applied'
      readonly arrival: CheckedContent
      readonly hold: PendingRevisionWithFiles
    }
)

/** A readable entry: its package as an arrival, and its bytes, with the licences from above its folder. */
export interface ReadEntry {
  readonly arrival: NewContent
  readonly files: readonly PackageFile[]
  readonly licences: readonly { readonly path: string; readonly text: string }[]
  /** Empty where no registry says one. */
  readonly registryLicence: string
  readonly diagnostics: readonly Diagnostic[]
  /** Of the same without licences from above its folder, where it has some. */
  readonly plainDigest?: RevisionDigest
}

/**
 * The arrival of what a source gave, through the pipeline of every way in; or the entry's problem. A skill that is
 * here keeps its slug. Licences from above its folder become files of it. Pure.
 */
export function readEntry(
  item: SourceItem,
  context: EntryContext,
  sha256: Sha256,
): ReadEntry | { readonly problem: Problem } {
  if (item.problem) return { problem: item.problem }
  const complete = withLicencesAbove(item)
  const read = ingestEntry(complete, { item, context, sha256 })
  if ('problem' in read || complete.files === item.files) return read
  const paths = new Set(item.files.map(({ path }) => (isSkillMd(path) ? 'SKILL.md' : path)))
  const manifest = read.arrival.facts.manifest.filter(({ path }) => paths.has(path))
  const plainDigest = digestOf(manifest, sha256)
  // What is here, locked or out of use without them stays as it is until it changes.
  if (isSettled(context, plainDigest)) return ingestEntry(item, { item, context, sha256 })
  return { ...read, plainDigest }
}

const isSkillMd = (path: string) => path.toLowerCase() === 'skill.md'

function isSettled(
  { record, skill, lockedDigest, revoked }: EntryContext,
  digest: RevisionDigest,
): boolean {
  const here = [record?.digest, record?.appliedDigest, skill?.skill.head.digest, lockedDigest]
  return here.includes(digest) || revoked.has(digest)
}

interface EntryToIngest {
  readonly item: Extract<SourceItem, { readonly files: readonly PackageFile[] }>
  readonly context: EntryContext
  readonly sha256: Sha256
}

function ingestEntry(
  { files, diagnostics }: Pick<ReadEntry, 'files' | 'diagnostics'>,
  { item, context: { source, sourceVersion, entry, skill }, sha256 }: EntryToIngest,
): ReadEntry | { readonly problem: Problem } {
  const isFromServer = source.config.kind === 'samples'
  const slug = skill?.skill.slug ?? (isFromServer ? sampleSlug(entry.id) : undefined)
  const outcome = ingestPackage(
    {
      files,
      folderName: folderNameOf(entry.id),
      scope: { kind: 'org' },
      origin: entryOrigin(source, entry.id, sourceVersion),
      author: source.createdBy,
      enabled: skill?.skill.enabled ?? isFromServer,
      reason: `Synced from ${source.name}`,
      overrides: { ...flatFileFields(entry.id, item.files), slug },
    },
    sha256,
  )
  if (!outcome.ok) return { problem: outcome.problem }
  const { arrival } = outcome
  const found = [...diagnostics, ...outcome.diagnostics]
  const { licences, registryLicence = '' } = item
  return { arrival, files, licences, registryLicence, diagnostics: found }
}

export interface JudgedEntry {
  readonly context: EntryContext
  readonly read: ReadEntry
  readonly trust: TrustReport
  readonly commits: readonly SourceCommit[]
  readonly id: PendingRevisionId
  readonly now: number
}

/**
 * Whether a judged entry waits for a person or is applied at once. Only the update of a skill that nobody edited
 * here, and a new sample, are ever applied, under the policy `apply-clean`, when they are clean, the licence
 * allowed, they ask for nothing new, models are told the same about them, and nothing else in them has to be judged by a
 * reader ({@link reviewReasons}); and only once the same content has waited here for its minimum age. Pure.
 */
export function decideEntry(judged: JudgedEntry): EntryOutcome {
  const { context, read } = judged
  const { arrival } = read
  const record = recordOf(context, arrival)
  const hold = holdOf(judged)
  const { held } = hold
  const isWaiting = { kind: 'held', record, hold, isNew: context.skill === null } as const
  if (!isAppliedByPolicy(context, { held, arrival })) return isWaiting
  const concerns = concernsOf(context, hold.files)
  if (concerns.length > 0) {
    const named = { ...held, diagnostics: [...concerns, ...held.diagnostics] }
    return { ...isWaiting, hold: { ...hold, held: named } }
  }
  const seen = seenBefore(context, held)
  if (judged.now < (seen?.createdAt ?? judged.now) + context.minimumAgeMs) {
    const waiting = { ...held, waitsForAge: true, alike: 'waits for its age' }
    return { ...isWaiting, hold: { ...hold, held: waiting } }
  }
  const first = seen ? { id: seen.id, createdAt: seen.createdAt } : {}
  const decided = { ...held, ...first, state: 'approved' as const, decidedAt: judged.now }
  const note = context.skill
    ? 'Applied by the policy of the source: a clean update.'
    : 'Comes with the server, and is clean.'
  const applied = { held: { ...decided, note }, files: hold.files }
  const digests = { digest: arrival.facts.digest, appliedDigest: arrival.facts.digest }
  const taken = { arrival: checked(arrival, undefined), hold: applied }
  return { kind: 'applied', record: { ...record, ...digests }, ...taken }
}

/** The record of an entry that was read, before anything is decided. */
export function recordOf(
  { entry, record, skill }: EntryContext,
  { facts, slug }: Pick<NewContent, 'facts' | 'slug'>,
): SourceItemRecord {
  return {
    ...{ entryId: entry.id, token: entry.token, state: 'present', problem: null },
    ...{ name: facts.name, slug: skill?.skill.slug ?? slug, digest: facts.digest },
    ...{ skillId: skill?.skill.id ?? null, appliedDigest: record?.appliedDigest ?? null },
  }
}

/** The record of an entry that could not be read. What was known of it stays. */
export function failedRecord(
  { entry, record }: Pick<EntryContext, 'entry' | 'record'>,
  problem: Problem,
): SourceItemRecord {
  const known = record ?? {
    ...{ entryId: entry.id, name: folderNameOf(entry.id) ?? entry.id, slug: null },
    ...{ skillId: null, digest: null, appliedDigest: null },
  }
  return { ...known, token: entry.token, state: 'failed', problem }
}

/** The same content under the same licence, where it waits since an earlier sync. */
function seenBefore(
  { waiting }: Pick<EntryContext, 'waiting'>,
  { digest, licence }: Pick<PendingRevisionHead, 'digest' | 'licence'>,
): PendingRevisionHead | null {
  return waiting?.digest === digest && waiting.licence === licence ? waiting : null
}

function isAppliedByPolicy(
  context: EntryContext,
  { held, arrival }: { readonly held: PendingRevision; readonly arrival: NewContent },
): boolean {
  const { source, skill } = context
  const isFromServer = source.config.kind === 'samples'
  return (
    source.reviewPolicy === 'apply-clean' &&
    (skill === null ? isNewSample(context) : skill.skill.archivedAt === null) &&
    !held.isDetached &&
    held.verdict === 'clean' &&
    held.licenceDecision === 'allowed' &&
    held.signature !== 'broken' &&
    isEmpty(held.addedPermissions) &&
    (isFromServer || (skill !== null && hasSameMetadata(skill.skill.head, arrival.facts)))
  )
}

/** Whoever runs the server has judged what ships with it. */
function concernsOf(
  { source, skill }: EntryContext,
  files: readonly PackageFile[],
): readonly Diagnostic[] {
  return source.config.kind === 'samples' || !skill ? [] : reviewReasons(skill.files, files)
}

/** Whoever runs the server trusts what ships with it. A sample that somebody deleted waits instead. */
function isNewSample({ source, record }: EntryContext): boolean {
  return source.config.kind === 'samples' && (record?.skillId ?? null) === null
}

function holdOf({ context, read, trust, commits, id, now }: JudgedEntry): PendingRevisionWithFiles {
  const { source, sourceVersion, entry, skill } = context
  return newPendingRevision({
    ...{ id, trust, now, sourceVersion, arrival: read.arrival, base: skill },
    ...{ isDetached: skill?.isEdited ?? false, commits },
    ...{ sourceId: source.id, entryId: entry.id, diagnostics: read.diagnostics },
  })
}
