import { truncate } from '@repertoire/skill-md'
import type { JsonObject, JsonValue } from '../../../base/json.ts'
import { nearDuplicatesOf } from '../../../choose/routing/near-duplicates.ts'
import { recordSearch } from '../../../choose/search/record-search.ts'
import type { Skill } from '../../../domain/skill.ts'
import { skillFieldsOf } from '../../../domain/skill-fields.ts'
import { describeQuality } from '../../../domain/skill-quality.ts'
import type { HitReason, SearchHit } from '../../../ports/search-index.ts'
import { isForked } from '../../tools/forked-skill.ts'
import { availableHere } from '../../tools/skill-conditions.ts'
import type { ToolServices } from '../../tools/tool.ts'

const rankedLimit = 8
/** Hits are read in excess, because some are not available to the agent. */
const spareHits = 3
const listedLimit = 20
/** Character limits of a skill's texts, so that one result cannot fill the context. */
const descriptionLimit = 300
const versionLimit = 40
/** A longer tag cannot be searched for. */
export const maxTagLength = 100
const maxTags = 20

/** The skills that fit best, counted in the organisation's log of searches where tags do not narrow them. */
export async function searchedSkills(
  services: ToolServices,
  text: string,
  tags: readonly string[],
): Promise<JsonValue> {
  const skills = await rankedSkills(services, text, tags)
  if (tags.length === 0) {
    const { settings, clock, store, onSearchLogError: onError } = services
    const search = { text, surface: 'agent', results: skills.length } as const
    await recordSearch({ searchLog: store.searchLog, settings, clock, onError }, search)
  }
  if (skills.length > 0) return { skills }
  return {
    skills: [],
    hint: 'Nothing fits these words. Try other words, or leave the query out to list what there is.',
  }
}

/** The ranked skills, best match first, each with the reasons of the match and the slugs of its near-duplicates. */
async function rankedSkills(
  services: ToolServices,
  text: string,
  tags: readonly string[],
): Promise<JsonObject[]> {
  const { search, skills, tenantId, viewer, session } = services
  const hits = await search.search(tenantId, viewer, { text, tags, limit: rankedLimit * spareHits })
  const found = await skills.getMany(
    viewer,
    hits.map((hit) => hit.skillId),
  )
  const byId = new Map((await reachable(services, found)).map((skill) => [skill.id, skill]))
  const callable = hits.flatMap((hit) => {
    const skill = byId.get(hit.skillId)
    return skill?.enabled ? [{ skill, hit }] : []
  })
  const duplicates = nearDuplicatesOf(callable.map(({ skill }) => skill))
  const ranked = callable.flatMap(({ skill, hit }) => {
    if (duplicates.has(skill.id)) return []
    const alike = callable.flatMap(({ skill: { id, slug } }) =>
      duplicates.get(id) === skill ? [slug] : [],
    )
    const near = alike.length > 0 && { near_duplicates: alike }
    return [{ ...offered(skill, session), why: reasons(hit), ...near }]
  })
  return ranked.slice(0, rankedLimit)
}

/** Lists skills by slug, narrowed by tags: without words there is nothing to rank by. */
export async function listedSkills(
  services: ToolServices,
  tags: readonly string[],
): Promise<JsonValue> {
  const { skills, viewer, session } = services
  const page = await skills.list(viewer, { tags, enabled: true }, { limit: listedLimit })
  const described = (await reachable(services, page.items)).filter(
    (skill) => skill.head.description.trim() !== '',
  )
  return {
    skills: described.map((skill) => offered(skill, session)),
    more: page.nextCursor !== null,
    tags: (await skills.tags(viewer))
      .filter(({ tag }) => tag.length <= maxTagLength)
      .slice(0, 50)
      .map(({ tag, count }) => ({ tag, count })),
  }
}

/**
 * Removes skills whose slug means another skill for enable_skill, since a person's own skill hides the
 * organisation's, human-only skills, and those with a failed condition.
 */
async function reachable(
  { skills, viewer, environment }: ToolServices,
  candidates: readonly Skill[],
): Promise<readonly Skill[]> {
  const resolved = await Promise.all(candidates.map(({ slug }) => skills.findBySlug(viewer, slug)))
  const callable = candidates.filter(
    (skill, index) =>
      resolved[index]?.id === skill.id && !skillFieldsOf(skill.head).disableModelInvocation,
  )
  return availableHere(callable, environment)
}

function offered(skill: Skill, session: ToolServices['session']): JsonObject {
  const { id, slug, head } = skill
  return {
    slug,
    name: head.name,
    description: truncate(head.description, descriptionLimit),
    version: truncate(head.version, versionLimit),
    content_length: head.contentLength,
    tags: head.tags.filter((tag) => tag.length <= maxTagLength).slice(0, maxTags),
    enabled: session.active.some((active) => active.skillId === id),
    ...(isForked(skill) && { context_fork: true }),
  }
}

/** The three matches with the highest impact, in words. */
function reasons(hit: SearchHit): string[] {
  const byImpact = [...hit.reasons].sort((a, b) => b.impact - a.impact)
  return [...new Set(byImpact.map(describeReason))].slice(0, 3)
}

function describeReason({ term, word, field, quality }: HitReason): string {
  if (quality) return describeQuality(quality)
  if (field === 'synonym') return `synonym: ${word} ~ ${term}`
  if (field !== 'meaning') return `${word} in ${field}`
  return word === '' ? 'similar meaning' : `${word} by meaning`
}
