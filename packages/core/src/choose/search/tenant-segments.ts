import { nameProblems } from '@repertoire/skill-md'
import type { SkillId, UserId } from '../../base/ids.ts'
import { isSample } from '../../domain/sample.ts'
import { isWrittenByPerson, type Skill } from '../../domain/skill.ts'
import type { SearchableSkill, SkillHead } from '../../ports/skills.ts'
import type { RoutingView } from '../routing/rank-skills.ts'
import { RoutingIndex } from '../routing/routing-index.ts'
import { routingForModels } from '../routing/routing-of.ts'
import {
  type IndexedSkill,
  type LiveSegment,
  liveCount,
  liveSegment,
  removeFrom,
} from './live-segment.ts'
import { planMerge } from './merge-plan.ts'
import type { MergePart } from './merge-segments.ts'
import type { Segment } from './segment.ts'

/** The skills of one owner: the organisation, or one person. */
interface Partition {
  segments: LiveSegment[]
  readonly slugs: Set<string>
  /** Extra skills per slug: a deleted skill and its replacement can briefly coexist. */
  readonly duplicateSlugs: Map<string, number>
  /** Skills that may be offered. */
  readonly routing: RoutingIndex
  /** The samples among them. */
  readonly samples: RoutingIndex
}

interface Entry {
  skill: IndexedSkill
  /** Number of the indexed revision. */
  readonly revision: number
  /** Null for unranked skills. */
  location: { live: LiveSegment; doc: number } | null
}

/** The segments visible to one person: those of the organisation and their own. */
export interface SearchView {
  readonly segments: readonly LiveSegment[]
  /** Slugs of the viewer's own skills, which shadow skills of the organisation. */
  readonly ownSlugs: ReadonlySet<string>
}

/** Everything visible to one person, for search and routing. */
export interface View extends SearchView {
  /** The same skills as routing indexes. */
  readonly routing: RoutingView
}

/** A skill of a kept segment, as it was indexed. */
export interface KeptSkill extends IndexedSkill {
  readonly revision: number
}

/** A segment with its skills by number, in a form that outlives the process. */
export interface KeptSegment {
  readonly owner: UserId | null
  readonly segment: Segment
  /** Null for removed skills. */
  readonly skills: readonly (KeptSkill | null)[]
}

/** A merge to run elsewhere, and how to install its result. */
export interface PendingMerge {
  readonly parts: readonly MergePart[]
  install(merged: Segment): void
}

/**
 * The index of one tenant, changed only synchronously. Skills of people are in separate segments, so that no search
 * reads skills of another person, not even for term frequencies.
 */
export class TenantSegments {
  private readonly entries = new Map<SkillId, Entry>()
  private readonly partitions = new Map<UserId | null, Partition>()

  view(viewer: UserId): View {
    const own = this.partitions.get(viewer)
    const org = this.partitions.get(null)
    const ownSlugs = own?.slugs ?? new Set<string>()
    return {
      segments: [...(org?.segments ?? []), ...(own?.segments ?? [])],
      ownSlugs,
      routing: {
        ...{ shared: org?.routing ?? noRouting, own: own?.routing ?? noRouting, ownSlugs },
        samples: org?.samples ?? noRouting,
      },
    }
  }

  get skillCount(): number {
    return this.entries.size
  }

  /** Of all owners. */
  *skills(): Generator<IndexedSkill> {
    for (const { skill } of this.entries.values()) yield skill
  }

  /** Bytes of all segments. */
  get byteLength(): number {
    let bytes = 0
    for (const { segments } of this.partitions.values())
      for (const { segment } of segments) bytes += segment.termStarts.buffer.byteLength
    return bytes
  }

  /** What {@link restore} takes. */
  kept(): readonly KeptSegment[] {
    return [...this.partitions].flatMap(([owner, { segments }]) =>
      segments.map(({ segment, skills }) => ({
        ...{ owner, segment },
        skills: skills.map((skill) => skill && this.keptSkill(skill)),
      })),
    )
  }

  private keptSkill(skill: IndexedSkill): KeptSkill {
    return { ...skill, revision: this.entries.get(skill.id)!.revision }
  }

  /** Adds a kept segment whose skills are current. */
  restore({ owner, segment, skills }: KeptSegment): void {
    const partition = this.partition(owner)
    const live = liveSegment(segment, [])
    for (const [doc, kept] of skills.entries()) {
      if (kept === null || this.entries.has(kept.id)) {
        live.skills.push(null)
        live.removed.push(doc)
        continue
      }
      const { id, revision, slug } = kept
      // The very object: a hundred thousand copies of it take as long as reading the bytes.
      live.skills.push(kept)
      this.entries.set(id, { skill: kept, revision, location: { live, doc } })
      claimSlug(partition, slug)
      route(partition, kept)
    }
    partition.segments.push(live)
  }

  /** True when the text of this skill is already indexed, so that only its other fields may have changed. */
  hasIndexedText({ skill }: SearchableSkill): boolean {
    const entry = this.entries.get(skill.id)
    return (
      entry !== undefined &&
      entry.revision === skill.head.number &&
      entry.skill.digest === skill.head.digest &&
      entry.skill.slug === skill.slug &&
      entry.skill.owner === ownerOf(skill)
    )
  }

  /** Updates everything except text. Only for skills for which {@link hasIndexedText} is true. */
  refresh({ skill }: SearchableSkill): void {
    const entry = this.entries.get(skill.id)!
    entry.skill = toIndexedSkill(skill)
    route(this.partition(entry.skill.owner), entry.skill)
    if (entry.location !== null) entry.location.live.skills[entry.location.doc] = entry.skill
  }

  remove(id: SkillId): void {
    const entry = this.entries.get(id)
    if (entry === undefined) return
    this.entries.delete(id)
    const partition = this.partition(entry.skill.owner)
    releaseSlug(partition, entry.skill.slug)
    partition.routing.remove(id)
    partition.samples.remove(id)
    if (entry.location !== null) removeFrom(entry.location.live, entry.location.doc)
  }

  /** Adds new skills of one owner; a null `segment` keeps them unranked. */
  add(owner: UserId | null, added: readonly SearchableSkill[], segment: Segment | null): void {
    const partition = this.partition(owner)
    const skills = added.map(({ skill }) => toIndexedSkill(skill))
    const live = segment === null ? null : liveSegment(segment, skills)
    if (live !== null) partition.segments.push(live)
    for (const [doc, skill] of skills.entries()) {
      const revision = added[doc]!.skill.head.number
      this.entries.set(skill.id, {
        ...{ skill, revision },
        location: live === null ? null : { live, doc },
      })
      claimSlug(partition, skill.slug)
      route(partition, skill)
    }
  }

  /** The next useful merge, or null. */
  nextMerge(): PendingMerge | null {
    for (const partition of this.partitions.values()) {
      partition.segments = partition.segments.filter((live) => liveCount(live) > 0)
      const weights = partition.segments.map((live) => ({
        live: liveCount(live),
        removed: live.removed.length,
      }))
      const chosen = planMerge(weights).map((position) => partition.segments[position]!)
      if (chosen.length > 0) return this.pendingMerge(partition, chosen)
    }
    return null
  }

  private pendingMerge(partition: Partition, chosen: readonly LiveSegment[]): PendingMerge {
    const parts = chosen.map((live) => ({ segment: live.segment, removed: [...live.removed] }))
    const survivors = chosen.flatMap((live) => live.skills.filter((skill) => skill !== null))
    const sources: ReadonlySet<LiveSegment> = new Set(chosen)
    return { parts, install: (merged) => this.install({ partition, sources, survivors, merged }) }
  }

  /** Applies changes made during the merge to the merged segment. */
  private install(done: {
    partition: Partition
    sources: ReadonlySet<LiveSegment>
    survivors: readonly IndexedSkill[]
    merged: Segment
  }): void {
    const live = liveSegment(done.merged, done.survivors)
    for (const [doc, { id }] of done.survivors.entries()) {
      const entry = this.entries.get(id)
      if (entry?.location && done.sources.has(entry.location.live)) {
        entry.location = { live, doc }
        live.skills[doc] = entry.skill
      } else {
        removeFrom(live, doc)
      }
    }
    done.partition.segments = done.partition.segments.filter((old) => !done.sources.has(old))
    done.partition.segments.push(live)
  }

  private partition(owner: UserId | null): Partition {
    let partition = this.partitions.get(owner)
    if (partition === undefined) {
      const [slugs, duplicateSlugs] = [new Set<string>(), new Map<string, number>()]
      const routing = { routing: new RoutingIndex(), samples: new RoutingIndex() }
      partition = { segments: [], slugs, duplicateSlugs, ...routing }
      this.partitions.set(owner, partition)
    }
    return partition
  }
}

const dayMs = 86_400_000
const noRouting = new RoutingIndex()

function claimSlug({ slugs, duplicateSlugs }: Partition, slug: string): void {
  if (slugs.has(slug)) duplicateSlugs.set(slug, (duplicateSlugs.get(slug) ?? 0) + 1)
  else slugs.add(slug)
}

function releaseSlug({ slugs, duplicateSlugs }: Partition, slug: string): void {
  const more = duplicateSlugs.get(slug) ?? 0
  if (more === 0) slugs.delete(slug)
  else if (more === 1) duplicateSlugs.delete(slug)
  else duplicateSlugs.set(slug, more - 1)
}

function route({ routing, samples }: Partition, skill: IndexedSkill): void {
  const [index, other] = skill.isSample ? [samples, routing] : [routing, samples]
  other.remove(skill.id)
  updateRouting(index, skill)
}

/** Adds the skill to a routing index, or removes it when it may not be offered. */
export function updateRouting(index: RoutingIndex, skill: IndexedSkill): void {
  if (skill.enabled && skill.routing !== null) index.put(skill, skill.routing)
  else index.remove(skill.id)
}

export function ownerOf(skill: Pick<Skill, 'scope'>): UserId | null {
  return skill.scope.kind === 'org' ? null : skill.scope.userId
}

/** The kept skill as it is now; null if its text has changed since, or is of somebody else. */
export function currentSkill(kept: KeptSkill, head: SkillHead): KeptSkill | null {
  const { number, digest, slug, enabled } = head
  const isSame = kept.revision === number && kept.digest === digest && kept.slug === slug
  if (!isSame || kept.owner !== ownerOf(head)) return null
  const sample = isSample(head)
  if (kept.enabled === enabled && kept.isSample === sample) return kept
  return { ...kept, enabled, isSample: sample }
}

function qualityFieldsOf({
  head,
  origin,
}: Skill): Pick<IndexedSkill, 'publishedOn' | 'isValid' | 'writtenBy'> {
  const { name, createdAt, createdBy } = head
  return {
    publishedOn: Math.floor(createdAt / dayMs),
    isValid: nameProblems(name).length === 0,
    writtenBy: isWrittenByPerson(origin) ? createdBy : null,
  }
}

export function toIndexedSkill(skill: SearchableSkill['skill']): IndexedSkill {
  return {
    id: skill.id,
    owner: ownerOf(skill),
    slug: skill.slug,
    digest: skill.head.digest,
    tags: skill.head.tags,
    enabled: skill.enabled,
    isSample: isSample(skill),
    ...qualityFieldsOf(skill),
    routing: routingForModels(skill.head),
  }
}
