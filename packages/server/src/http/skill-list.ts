import {
  hasConditions,
  ProblemError,
  type ReadEnvironment,
  type Skill,
  type SkillId,
} from '@repertoire/core'
import type { SkillListItem, SkillPage, SkillSummary } from '@repertoire/protocol'
import type { Caller } from '../auth/authenticate.ts'
import { provenancesOf, toMatch, toSkillSummary } from '../wire/skill.ts'
import { type Application, catalogOf } from './application.ts'
import { EncodedJson } from './encoded-json.ts'
import { isSameSkills, type SearchPage, type SearchPageCache } from './search-page-cache.ts'
import { unavailableHere } from './skill-availability.ts'

/** The list's filters as given in the query. */
export interface SkillListQuery {
  readonly tags?: string | undefined
  readonly scope?: 'org' | 'user' | undefined
  readonly enabled?: 'true' | 'false' | undefined
  readonly source_id?: string | undefined
  readonly provenance?: SkillSummary['provenance'] | 'agent' | undefined
  readonly source?: SkillSummary['source'] | undefined
  readonly archived?: 'true' | 'false' | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Who reads the list, and the environment of that person's agents. */
export interface ListReader {
  readonly caller: Caller
  readonly environment: ReadEnvironment
}

/** Without search words: by slug, page by page. */
export async function listSkills(
  app: Application,
  { caller, environment }: ListReader,
  query: SkillListQuery,
): Promise<SkillPage> {
  const { skills } = catalogOf(app, caller).store
  const filter = {
    scope: query.scope,
    tags: tagList(query.tags),
    enabled: query.enabled === undefined ? undefined : query.enabled === 'true',
    sourceId: query.source_id,
    provenances: provenancesOf(query),
    archived: query.archived === undefined ? undefined : query.archived === 'true',
  }
  const { cursor, limit } = query
  const page = await skills.list(caller.principal.userId, filter, { cursor, limit })
  const items = await Promise.all(page.items.map((skill) => withAvailability(skill, environment)))
  return { items, next_cursor: page.nextCursor }
}

/** People see a skill that their agents cannot use, with the reason. */
async function withAvailability(
  skill: Skill,
  environment: ReadEnvironment,
): Promise<SkillListItem> {
  const unavailable = await unavailableHere(skill, environment)
  return { ...toSkillSummary(skill), ...(unavailable && { unavailable }) }
}

/** Number of hits that are ranked before filters and paging. */
const maxRankedHits = 500

type RankedQuery = SkillListQuery & { readonly q: string }

/** With search words: ranked, each item with its reasons. The cursor is the offset in the ranking. */
export async function searchSkills(
  { app, pages }: { readonly app: Application; readonly pages: SearchPageCache },
  reader: ListReader,
  query: RankedQuery,
): Promise<EncodedJson<SkillPage>> {
  const { caller } = reader
  const { tenantId, userId } = caller.principal
  const { skills } = catalogOf(app, caller).store
  const key = JSON.stringify([tenantId, userId, query])
  const changeSeq = await skills.lastChangeSeq()
  const known = pages.get(key)
  if (known?.changeSeq === changeSeq) {
    if (isSameSkills(known, await skills.getMany(userId, known.ids))) return known.body
  }
  const { page, ...read } = await readSearchPage(app, reader, query)
  const body = new EncodedJson(page)
  // Conditions depend on more than the skills.
  if (!read.skills.some(hasConditions)) pages.set(key, { changeSeq, ...read, body })
  return body
}

async function readSearchPage(
  app: Application,
  { caller, environment }: ListReader,
  query: RankedQuery,
): Promise<Pick<SearchPage, 'ids' | 'skills'> & { readonly page: SkillPage }> {
  const { tenantId, userId } = caller.principal
  const tags = tagList(query.tags)
  const hits = await app.search.search(tenantId, userId, {
    text: query.q,
    limit: maxRankedHits,
    prefixLastWord: true,
    includeDisabled: query.enabled !== 'true',
    ...(tags ? { tags } : {}),
  })
  const { skills } = catalogOf(app, caller).store
  const items: SkillListItem[] = []
  const read: { ids: SkillId[]; skills: Skill[] } = { ids: [], skills: [] }
  let offset = readCursor(query.cursor)
  while (items.length < query.limit && offset < hits.length) {
    const chunk = hits.slice(offset, offset + query.limit - items.length)
    const ids = chunk.map((hit) => hit.skillId)
    const found = new Map<SkillId, Skill>()
    for (const skill of await skills.getMany(userId, ids)) found.set(skill.id, skill)
    read.ids.push(...ids)
    read.skills.push(...found.values())
    for (const hit of chunk) {
      const skill = found.get(hit.skillId)
      const item = skill && (await withAvailability(skill, environment))
      if (item && matchesFilters(item, query)) {
        items.push({ ...item, match: toMatch(hit.score, hit.reasons) })
      }
    }
    offset += chunk.length
  }
  return { ...read, page: { items, next_cursor: offset < hits.length ? `r${offset}` : null } }
}

function matchesFilters(item: SkillListItem, query: SkillListQuery): boolean {
  if (query.scope && item.scope !== query.scope) return false
  if (query.source_id !== undefined && item.source_id !== query.source_id) return false
  if (query.provenance === 'agent' && item.source !== 'agent') return false
  if (query.provenance && query.provenance !== 'agent' && item.provenance !== query.provenance) {
    return false
  }
  if (query.source && item.source !== query.source) return false
  if (query.archived && (item.archived_at !== null) !== (query.archived === 'true')) return false
  return query.enabled === undefined || item.enabled === (query.enabled === 'true')
}

function tagList(tags: string | undefined): readonly string[] | undefined {
  const list = (tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  return list.length > 0 ? list : undefined
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const digits = /^r(\d{1,4})$/.exec(cursor)
  if (digits) return Number(digits[1])
  throw new ProblemError({
    code: 'request.bad-cursor',
    kind: 'invalid',
    message: 'The page cursor cannot be read.',
    hint: 'Pass next_cursor of the page before unchanged, with the same query.',
  })
}
