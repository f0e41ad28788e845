import type { SkillId, UserId } from '../../base/ids.ts'
import type { IndexableSkill, SkillStore } from '../../ports/skills.ts'
import type { SearchText } from './fields.ts'
import type { SegmentBuilder } from './segment-builder.ts'
import { ownerOf, TenantSegments, type View } from './tenant-segments.ts'

/** Skills read from the store at a time. */
const pageSize = 200
/** Skills built into one segment while loading. */
const batchSize = 1000

/** What an index is built from and kept current by. */
export type SkillFeed = Pick<
  SkillStore,
  'indexable' | 'indexableById' | 'changesAfter' | 'lastChangeSeq'
>

/**
 * Keeps one tenant's index as new as its store: loaded on first use, then moved along the change feed.
 * One reader of the feed at a time; searches wait for it only when there is something to read.
 */
export class TenantIndex {
  private readonly openFeed: () => SkillFeed
  private readonly builder: SegmentBuilder
  private segments: TenantSegments | null = null
  /** Every change up to here is in the index. */
  private applied = -1
  private advancing: Promise<void> | null = null
  private merging: Promise<void> | null = null

  /** `openFeed` is asked each time: a tenant may come to be after its index was first asked for. */
  constructor(openFeed: () => SkillFeed, builder: SegmentBuilder) {
    this.openFeed = openFeed
    this.builder = builder
  }

  /** True while it reads the store. */
  get busy(): boolean {
    return this.advancing !== null
  }

  /** What the viewer searches, at least as new as the store at the time of the call. */
  async view(viewer: UserId): Promise<View> {
    return (await this.catchUp()).view(viewer)
  }

  /** Brings the index up to the store's head at the time of the call. Errors are the store's or builder's. */
  async catchUp(): Promise<TenantSegments> {
    const known = this.applied
    const target = await this.openFeed().lastChangeSeq()
    // A head behind what was read before is another database under the same name: start over.
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

  /** Catches up in the background. A failure is left to the next search, which meets it again and says so. */
  catchUpInBackground(): void {
    this.catchUp().catch(() => {})
  }

  /** Resolves when no merge is under way. */
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
    // A merge that fails leaves the segments as they are: the search stays right, the next change retries.
    this.merging ??= this.merge(this.segments)
      .catch(() => {})
      .finally(() => {
        this.merging = null
      })
  }

  /** Reads everything. What changes meanwhile is in the feed after `target`, read before the first page. */
  private async load(): Promise<TenantSegments> {
    const segments = new TenantSegments()
    let batch: IndexableSkill[] = []
    let building: Promise<void> = Promise.resolve()
    let after: SkillId | null = null
    for (;;) {
      const page: readonly IndexableSkill[] = await this.openFeed().indexable(after, pageSize)
      batch.push(...page)
      after = page.at(-1)?.skill.id ?? null
      if (batch.length >= batchSize || (page.length === 0 && batch.length > 0)) {
        await building
        building = this.addAll(segments, batch)
        // A failure is met at the next await; until then it must not count as unhandled.
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

  private async addAll(segments: TenantSegments, items: readonly IndexableSkill[]): Promise<void> {
    const install = await this.buildGroups(items)
    install(segments)
  }

  /** Builds a segment an owner, and says how to add them all at once. */
  private async buildGroups(
    items: readonly IndexableSkill[],
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

/** A14: without a description nothing says what a skill is for. */
function isRanked({ skill }: IndexableSkill): boolean {
  return skill.head.description.trim() !== ''
}

function groupByOwner(
  items: readonly IndexableSkill[],
): readonly { readonly owner: UserId | null; readonly of: readonly IndexableSkill[] }[] {
  const groups = new Map<UserId | null, IndexableSkill[]>()
  for (const item of items) {
    const owner = ownerOf(item.skill)
    const group = groups.get(owner)
    if (group === undefined) groups.set(owner, [item])
    else group.push(item)
  }
  return [...groups].map(([owner, of]) => ({ owner, of }))
}

function textOf({ skill, body }: IndexableSkill): SearchText {
  const { name, description, tags, whenToUse } = skill.head
  return { slug: skill.slug, name, description, tags: tags.join(' '), whenToUse, body }
}
