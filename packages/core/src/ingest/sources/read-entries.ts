import type { PendingRevisionId, RevisionDigest, SkillId } from '../../base/ids.ts'
import { type IgnoredEntry, isIgnored } from '../../domain/ignored-entry.ts'
import type { Skill } from '../../domain/skill.ts'
import type { SkillSource, SourceItemRecord } from '../../domain/source.ts'
import { subjectOfImport } from '../../domain/suppression.ts'
import type { TrustReport } from '../../domain/trust.ts'
import type { OpenedSource, SourceEntry, SourceItem } from '../../ports/source-reader.ts'
import { judgedNow } from '../checks/judge-findings.ts'
import { findUpdateBase } from '../review/update-base.ts'
import { isEditedHere } from '../review/upstream-content.ts'
import type { SyncDeps } from './sync-deps.ts'
import {
  decideEntry,
  type EntryContext,
  type EntryOutcome,
  failedRecord,
  type ReadEntry,
  readEntry,
  recordOf,
} from './sync-entry.ts'
import type { UpdateAges } from './waiting-updates.ts'

/** Entries that are judged at a time: the scanner works off the event loop. */
const maxJudged = 8

export interface EntriesToRead {
  readonly source: SkillSource
  readonly sourceVersion: string
  readonly entries: readonly SourceEntry[]
  readonly records: readonly SourceItemRecord[]
  readonly ages: UpdateAges
  /** Versions that nobody wants to be asked about; left out, where a person asks for the entries. */
  readonly ignored?: readonly IgnoredEntry[]
  /** What a lock file wants of them, by entry. */
  readonly locked?: ReadonlyMap<string, RevisionDigest>
  readonly opened: Pick<Extract<OpenedSource, { status: 'changed' }>, 'read' | 'commits'>
}

/** Reads and judges entries, in the order in which the source gives them. */
export async function* readEntries(
  deps: SyncDeps,
  reading: EntriesToRead,
): AsyncGenerator<EntryOutcome> {
  if (reading.entries.length === 0) return
  const contexts = await contextsOf(deps, reading)
  // Plans and contexts of thousands of entries took their time; reading begins with a process that is started.
  await deps.yieldToEventLoop()
  const judging: Promise<EntryOutcome>[] = []
  for await (const item of reading.opened.read(reading.entries.map(({ id }) => id))) {
    const context = contexts.get(item.id)
    if (!context) continue
    judging.push(judgeItem(deps, context, { item, reading }))
    // A later one that fails must not be unhandled while an earlier one is awaited.
    judging.at(-1)?.catch(() => {})
    if (judging.length >= maxJudged) yield await (judging.shift() as Promise<EntryOutcome>)
    await deps.yieldToEventLoop()
  }
  for (const outcome of judging) yield await outcome
}

type Context = Omit<EntryContext, 'skill'> & { readonly skill: Skill | null }

async function contextsOf(
  { store }: SyncDeps,
  { source, sourceVersion, entries, records, ages, locked }: EntriesToRead,
): Promise<ReadonlyMap<string, Context>> {
  const known = new Map(records.map((record) => [record.entryId, record]))
  const ids = entries.flatMap(({ id }) => known.get(id)?.skillId ?? [])
  const revoked = new Set((await store.reviews.revocations()).map(({ digest }) => digest))
  const skills = new Map<SkillId, Skill>()
  for (const skill of await store.skills.getMany(source.createdBy, ids)) skills.set(skill.id, skill)
  return new Map(
    entries.map((entry) => {
      const record = known.get(entry.id)
      const skill = (record?.skillId && skills.get(record.skillId)) || null
      const waiting = ages.waiting.get(entry.id) ?? null
      const { minimumAgeMs } = ages
      const lockedDigest = locked?.get(entry.id)
      const found = { record, skill, waiting, minimumAgeMs, lockedDigest, revoked }
      return [entry.id, { source, sourceVersion, entry, ...found }]
    }),
  )
}

async function judgeItem(
  deps: SyncDeps,
  found: Context,
  { item, reading }: { readonly item: SourceItem; readonly reading: EntriesToRead },
): Promise<EntryOutcome> {
  const context: EntryContext = {
    ...found,
    skill: found.skill && (await baseOf(deps, found, found.skill)),
  }
  const read = readEntry(item, context, deps.sha256)
  if ('problem' in read) return { kind: 'failed', record: failedRecord(context, read.problem) }
  const { digest } = read.arrival.facts
  const record = recordOf(context, read.arrival)
  const isHead = found.skill?.head.digest === digest
  const unchanged = {
    ...{ kind: 'unchanged' as const },
    record: isHead ? { ...record, appliedDigest: digest } : record,
  }
  if (isIgnored(reading.ignored ?? [], { entryId: item.id, digest })) return unchanged
  if (await isRejected(deps, read)) return unchanged
  const { files, licences, registryLicence } = read
  const trust = await deps.judge.judge({ files, licences, registryLicence })
  const isSame = isKnown(context, digest) && !reading.ages.due.has(item.id)
  if (isSame && !(await isRelicensed(deps, digest, trust))) return unchanged
  const id = deps.ids.next('arr') as PendingRevisionId
  const { source, entry } = context
  const subject = { skillId: found.skill?.id ?? null, sourceId: source.id, entryId: entry.id }
  const suppressions = await deps.store.reviews.suppressions(subjectOfImport(subject))
  const counted = await judgedNow(deps.judge, trust, suppressions)
  const since = found.skill?.origin.sourceRef
  const commits = since ? ((await reading.opened.commits?.(item.id, since)) ?? []) : []
  return decideEntry({ context, read, trust: counted, commits, id, now: deps.clock.now() })
}

async function isRejected(
  { store: { reviews } }: SyncDeps,
  { arrival, plainDigest }: ReadEntry,
): Promise<boolean> {
  if (await reviews.isRejected(arrival.facts.digest)) return true
  return plainDigest !== undefined && reviews.isRejected(plainDigest)
}

/** Bytes that were here before make no new arrival. */
function isKnown({ record, skill }: EntryContext, digest: RevisionDigest): boolean {
  return (
    record?.digest === digest ||
    record?.appliedDigest === digest ||
    skill?.skill.head.digest === digest
  )
}

/** Whether the same bytes came under another licence: by a licence file above the folder. */
async function isRelicensed(
  { store }: SyncDeps,
  digest: RevisionDigest,
  { licence }: TrustReport,
): Promise<boolean> {
  const known = (await store.reviews.trustOf([digest])).get(digest)
  return known !== undefined && known.licence.expression !== licence.expression
}

async function baseOf(
  deps: SyncDeps,
  { source, record }: Context,
  skill: Skill,
): Promise<EntryContext['skill']> {
  const [base, isEdited] = await Promise.all([
    findUpdateBase(deps.store, source.createdBy, skill),
    isEditedHere(deps, skill, record?.appliedDigest ?? null),
  ])
  return { ...base, isEdited }
}
