import type { SkillId, UserId } from '../../base/ids.ts'
import type { SearchableSkill, SkillStore } from '../../ports/skills.ts'
import type { SearchText } from './fields.ts'
import type { SegmentBuilder } from './segment-builder.ts'
import { ownerOf, TenantSegments, type View } from './tenant-segments.ts'

/** Page size of reads from the store. */
const pageSize = 200
/** Skills per segment while loading. */
const batchSize = 1000

/** The change feed that builds and updates an index. */
export type SkillFeed = Pick<
  SkillStore,
  'indexable' | 'indexableById' | 'changesAfter' | 'lastChangeSeq'
>

/**
 * Keeps the index of one tenant as new as its store: loads it on first use, then follows the change feed. Only one reader
 * of the feed at a time; searches wait for it only when there are changes.
 */
export class TenantIndex {
  private readonly openFeed: () => SkillFeed
  private readonly builder: SegmentBuilder
  private segments: TenantSegments | null = null
  /** Sequence number up to which changes are indexed. */
  private applied = -1
  private advancing: Promise<void> | null = null
  private merging: Promise<void> | null = null

  /** Calls `openFeed` each time, because a tenant may be created after its first search. */
  constructor(openFeed: () => SkillFeed, builder: SegmentBuilder) {
    this.openFeed = openFeed
    this.builder = builder
  }

  /** True while reading the store. */
  get busy(): boolean {
    return this.advancing !== null
  }

  /** The view of a person, at least as new as the store at the time of the call. */
  async view(viewer: UserId): Promise<View> {
    return (await this.catchUp()).view(viewer)
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
    }
    // A failed merge leaves the segments unchanged: results stay correct, and the next change retries.
    this.merging ??= this.merge(this.segments)
      .catch(() => {})
      .finally(() => {
        this.merging = null
      })
  }

  /** Loads all skills. Changes made meanwhile are in the feed after `target`, which was read before the first page. */
  private async load(): Promise<TenantSegments> {
    const segments = new TenantSegments()
    let batch: SearchableSkill[] = []
    let building: Promise<void> = Promise.resolve()
    let after: SkillId | null = null
    for (;;) {
      const page: readonly SearchableSkill[] = await this.openFeed().indexable(after, pageSize)
      batch.push(...page)
      after = page.at(-1)?.skill.id ?? null
      if (batch.length >= batchSize || (page.length === 0 && batch.length > 0)) {
        await building
        building = this.addAll(segments, batch)
        // The next await throws a failure; until then it must not count as unhandled.
        building.catch(() => {})
        batch = []
      }
      if (page.length === 0) break
    }
    await building
    await this.merge(segments)
    return segments
  }

  private async followFeed(segments: TenantSegments, target: number): Promise<void> {
    while (this.applied < target) {
      const changes = await this.openFeed().changesAfter(this.applied, pageSize)
      const ids = [...new Set(changes.map(({ skillId }) => skillId))]
      const found = ids.length === 0 ? [] : await this.openFeed().indexableById(ids)
      const fresh = found.filter((item) => !segments.hasIndexedText(item))
      const known = found.filter((item) => segments.hasIndexedText(item))
      const kept: ReadonlySet<SkillId> = new Set(known.map(({ skill }) => skill.id))
      const install = await this.buildGroups(fresh)
      for (const id of ids) if (!kept.has(id)) segments.remove(id)
      for (const item of known) segments.refresh(item)
      install(segments)
      const last = changes.at(-1)?.seq ?? target
      this.applied = changes.length < pageSize ? Math.max(last, target) : last
    }
  }

  private async addAll(segments: TenantSegments, items: readonly SearchableSkill[]): Promise<void> {
    const install = await this.buildGroups(items)
    install(segments)
  }

  /** Builds one segment per owner; the returned function adds all of them at once. */
  private async buildGroups(
    items: readonly SearchableSkill[],
  ): Promise<(segments: TenantSegments) => void> {
    const ranked = groupByOwner(items.filter(isRanked))
    const unranked = groupByOwner(items.filter((item) => !isRanked(item)))
    const built =
      ranked.length === 0 ? [] : await this.builder.build(ranked.map(({ of }) => of.map(textOf)))
    return (segments) => {
      for (const [index, { owner, of }] of ranked.entries()) segments.add(owner, of, built[index]!)
      for (const { owner, of } of unranked) segments.add(owner, of, null)
    }
  }

  private async merge(segments: TenantSegments): Promise<void> {
    for (let next = segments.nextMerge(); next !== null; next = segments.nextMerge()) {
      next.install(await this.builder.merge(next.parts))
    }
  }
}

/** Skills without a description are not ranked. */
export function isRanked({ skill }: SearchableSkill): boolean {
  return skill.head.description.trim() !== ''
}

function groupByOwner(
  items: readonly SearchableSkill[],
): readonly { readonly owner: UserId | null; readonly of: readonly SearchableSkill[] }[] {
  const groups = new Map<UserId | null, SearchableSkill[]>()
  for (const item of items) {
    const owner = ownerOf(item.skill)
    const group = groups.get(owner)
    if (group === undefined) groups.set(owner, [item])
    else group.push(item)
  }
  return [...groups].map(([owner, of]) => ({ owner, of }))
}

export function textOf({ skill, body }: SearchableSkill): SearchText {
  const { name, description, tags, whenToUse } = skill.head
  return { slug: skill.slug, name, description, tags: tags.join(' '), whenToUse, body }
}
