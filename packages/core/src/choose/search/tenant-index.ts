import type { SkillId, UserId } from '../../base/ids.ts'
import type { SearchableSkill, SkillStore } from '../../ports/skills.ts'
import { buildGroups } from './build-groups.ts'
import { matchKept } from './kept/match-kept.ts'
import type { IndexedSkill } from './live-segment.ts'
import type { SegmentBuilder } from './segment-builder.ts'
import { type KeptSegment, TenantSegments, type View } from './tenant-segments.ts'

/** Page size of reads from the store. */
const pageSize = 200
/** Skills per segment while loading. */
const batchSize = 1000

/** The change feed that builds and updates an index. */
export type SkillFeed = Pick<
  SkillStore,
  'indexable' | 'indexableById' | 'heads' | 'changesAfter' | 'lastChangeSeq'
>

/** Where the index of one tenant is kept between starts. */
export interface KeptIndex {
  /** None where nothing is kept. Never throws. */
  load(): Promise<readonly KeptSegment[]>
  save(segments: readonly KeptSegment[]): Promise<void>
}

export interface TenantIndexOptions {
  readonly builder: SegmentBuilder
  readonly kept?: KeptIndex | undefined
  /** Called when the index is no longer what is kept. */
  readonly onChanged?: () => void
}

/**
 * Keeps the index of one tenant as new as its store: loads it on first use, then follows the change feed. Only one reader
 * of the feed at a time; searches wait for it only when there are changes.
 */
export class TenantIndex {
  private readonly openFeed: () => SkillFeed
  private readonly builder: SegmentBuilder
  private readonly kept: KeptIndex | undefined
  private readonly onChanged: () => void
  private segments: TenantSegments | null = null
  /** Sequence number up to which changes are indexed. */
  private applied = -1
  private advancing: Promise<void> | null = null
  private merging: Promise<void> | null = null
  /** How often the index changed, and how often it had when it was kept last. */
  private changes = 0
  private keptChanges = 0
  private saving: Promise<void> = Promise.resolve()
  private closed = false

  /** Calls `openFeed` each time, because a tenant may be created after its first search. */
  constructor(openFeed: () => SkillFeed, { builder, kept, onChanged }: TenantIndexOptions) {
    this.openFeed = openFeed
    this.builder = builder
    this.kept = kept
    this.onChanged = onChanged ?? (() => {})
  }

  /** True while reading the store. */
  get busy(): boolean {
    return this.advancing !== null
  }

  /** Bytes of its segments. */
  get byteLength(): number {
    return this.segments?.byteLength ?? 0
  }

  /** The view of a person, at least as new as the store at the time of the call. */
  async view(viewer: UserId): Promise<View> {
    return (await this.catchUp()).view(viewer)
  }

  /** Those of the index, at least as new as the store at the time of the call. */
  async skills(): Promise<Iterable<IndexedSkill>> {
    return (await this.catchUp()).skills()
  }

  /** Ends keeping: resolves when nothing is written any more. */
  async close(): Promise<void> {
    this.closed = true
    await this.saving.catch(() => {})
  }

  /** Keeps the index as it is now. Throws errors of the storage. */
  async save(): Promise<void> {
    const { kept, saving } = this
    if (kept === undefined) return
    const next = saving
      .catch(() => {})
      .then(async () => {
        const { segments, changes } = this
        if (segments === null || this.closed || changes === this.keptChanges) return
        await kept.save(segments.kept())
        if (segments === this.segments) this.keptChanges = changes
      })
    this.saving = next
    await next
  }

  /** Updates the index to the head of the store at the time of the call. Throws errors of the store and the builder. */
  async catchUp(): Promise<TenantSegments> {
    const known = this.applied
    const target = await this.openFeed().lastChangeSeq()
    // A head before the last applied change means a replaced database: rebuild.
    if (target < known) await this.reset()
    while (this.segments === null || this.applied < target) {
      this.advancing ??= this.advance(target).finally(() => {
        this.advancing = null
      })
      await this.advancing
    }
    return this.segments
  }

  private async reset(): Promise<void> {
    await this.advancing?.catch(() => {})
    this.segments = null
    this.applied = -1
  }

  /** Catches up in the background. The next search retries after a failure and reports it. */
  catchUpInBackground(): void {
    this.catchUp().catch(() => {})
  }

  /** Resolves when no merge is running. */
  async mergesDone(): Promise<void> {
    await this.merging
  }

  private async advance(target: number): Promise<void> {
    if (this.segments === null) {
      const segments = await this.load()
      this.segments = segments
      this.applied = target
    } else {
      await this.followFeed(this.segments, target)
      this.change()
    }
    // A failed merge leaves the segments unchanged: results stay correct, and the next change retries.
    this.merging ??= this.merge(this.segments)
      .catch(() => {})
      .finally(() => {
        this.merging = null
      })
  }

  private change(): void {
    this.changes += 1
    this.onChanged()
  }

  /** Loads all skills. Changes made meanwhile are in the feed after `target`, which was read before the first page. */
  private async load(): Promise<TenantSegments> {
    const kept = (await this.kept?.load()) ?? []
    if (kept.length === 0) {
      const segments = await this.loadAll()
      this.change()
      return segments
    }
    const { segments, changed, isSame } = await matchKept(kept, this.openFeed)
    await this.addPages(segments, this.pagesOf(changed))
    if (isSame && changed.length === 0) this.keptChanges = this.changes
    else this.change()
    await this.merge(segments)
    return segments
  }

  private async loadAll(): Promise<TenantSegments> {
    const segments = new TenantSegments()
    await this.addPages(segments, this.allPages())
    await this.merge(segments)
    return segments
  }

  private async *allPages(): AsyncGenerator<readonly SearchableSkill[]> {
    for (let after: SkillId | null = null; ; ) {
      const page: readonly SearchableSkill[] = await this.openFeed().indexable(after, pageSize)
      yield page
      after = page.at(-1)?.skill.id ?? null
      if (after === null) return
    }
  }

  private async *pagesOf(ids: readonly SkillId[]): AsyncGenerator<readonly SearchableSkill[]> {
    for (let at = 0; at < ids.length; at += pageSize)
      yield await this.openFeed().indexableById(ids.slice(at, at + pageSize))
  }

  /** Reads the next batch while one is built. */
  private async addPages(
    segments: TenantSegments,
    pages: AsyncIterable<readonly SearchableSkill[]>,
  ): Promise<void> {
    let batch: SearchableSkill[] = []
    let building: Promise<void> = Promise.resolve()
    const build = async () => {
      await building
      building = this.addAll(segments, batch)
      // The next await throws a failure; until then it must not count as unhandled.
      building.catch(() => {})
      batch = []
    }
    for await (const page of pages) {
      batch.push(...page)
      if (batch.length >= batchSize) await build()
    }
    if (batch.length > 0) await build()
    await building
  }

  private async followFeed(segments: TenantSegments, target: number): Promise<void> {
    while (this.applied < target) {
      const changes = await this.openFeed().changesAfter(this.applied, pageSize)
      const ids = [...new Set(changes.map(({ skillId }) => skillId))]
      const found = ids.length === 0 ? [] : await this.openFeed().indexableById(ids)
      const fresh = found.filter((item) => !segments.hasIndexedText(item))
      const known = found.filter((item) => segments.hasIndexedText(item))
      const kept: ReadonlySet<SkillId> = new Set(known.map(({ skill }) => skill.id))
      const install = await buildGroups(this.builder, fresh)
      for (const id of ids) if (!kept.has(id)) segments.remove(id)
      for (const item of known) segments.refresh(item)
      install(segments)
      const last = changes.at(-1)?.seq ?? target
      this.applied = changes.length < pageSize ? Math.max(last, target) : last
    }
  }

  private async addAll(segments: TenantSegments, items: readonly SearchableSkill[]): Promise<void> {
    const install = await buildGroups(this.builder, items)
    install(segments)
  }

  private async merge(segments: TenantSegments): Promise<void> {
    for (let next = segments.nextMerge(); next !== null; next = segments.nextMerge()) {
      next.install(await this.builder.merge(next.parts))
      this.change()
    }
  }
}
