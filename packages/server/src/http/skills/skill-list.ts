import { ProblemError, type SkillId } from '@repertoire/core/base'
import { hasConditions, nearDuplicatesOf } from '@repertoire/core/choose'
import { missingPermission, type Skill } from '@repertoire/core/domain'
import { fitsSkillFilter, type SkillFilter, type SkillOrder } from '@repertoire/core/ports'
import { daysOfPeriod } from '@repertoire/core/report'
import type { ReadEnvironment } from '@repertoire/core/use'
import type { SkillCounts, SkillListItem, SkillPage, SkillSummary } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import { EncodedJson } from '../base/encoded-json.ts'
import { provenancesOf, toMatch, toSkillSummary } from '../wire/skill.ts'
import { isSameSkills, type SearchPage, type SearchPageCache } from './search-page-cache.ts'
import { unavailableHere } from './skill-availability.ts'
import { findingCounts } from './skill-finding-counts.ts'

/** The list's filters as given in the query. */
export interface SkillFilterQuery {
  readonly tags?: string | undefined
  readonly scope?: 'org' | 'user' | undefined
  readonly enabled?: 'true' | 'false' | undefined
  readonly source_id?: string | undefined
  readonly provenance?: SkillSummary['provenance'] | 'agent' | undefined
  readonly source?: SkillSummary['source'] | undefined
  readonly archived?: 'true' | 'false' | undefined
  readonly over_budget?: 'true' | undefined
  readonly used?: 'true' | 'false' | undefined
  readonly scripts?: 'true' | 'false' | undefined
  readonly findings?: 'true' | undefined
  readonly changed_days?: number | undefined
}

export interface SkillListQuery extends SkillFilterQuery {
  readonly q?: string | undefined
  readonly sort: 'slug' | 'cost' | 'used' | 'changed'
  readonly order: 'asc' | 'desc'
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Who reads the list, and the environment of that person's agents. */
export interface ListReader {
  readonly caller: Caller
  readonly environment: ReadEnvironment
}

/** Without search words: in the order that is asked for, page by page. */
export async function listSkills(
  app: Application,
  reader: ListReader,
  query: SkillListQuery,
): Promise<SkillPage> {
  const { caller } = reader
  const { skills } = catalogOf(app, caller).store
  const { userId } = caller.principal
  const filter = await filterOf(app, caller, query)
  const { cursor, limit } = query
  const order = orderOf(app, caller, query)
  const counts = cursor === undefined && filter.findings === undefined
  const [page, [total]] = await Promise.all([
    skills.list(userId, filter, { cursor, limit, order }),
    counts ? skills.counts(userId, [filter]) : [],
  ])
  const items = await describedItems(app, reader, page.items)
  return {
    // The store knows nothing of suppressions.
    items: filter.findings ? items.filter(({ findings }) => findings !== 0) : items,
    next_cursor: page.nextCursor,
    ...(total !== undefined && { total }),
  }
}

/** How many of them each further filter would leave. */
export async function countSkills(
  app: Application,
  caller: Caller,
  query: SkillFilterQuery,
): Promise<SkillCounts> {
  // The store knows nothing of suppressions.
  if (query.findings) return {}
  const filter = await filterOf(app, caller, { ...query, over_budget: 'true', changed_days: 7 })
  const { longerThan, changedSince } = filter
  const given = await filterOf(app, caller, query)
  const further = [{ longerThan }, { used: false }, { scripts: true }, { changedSince }]
  const filters = further.map((more) => ({ ...given, ...more }))
  const { skills } = catalogOf(app, caller).store
  const counts = await skills.counts(caller.principal.userId, filters)
  const [over_budget, unused, scripts, changed_this_week] = counts
  return { over_budget, unused, scripts, changed_this_week }
}

async function filterOf(
  app: Application,
  caller: Caller,
  query: SkillFilterQuery,
): Promise<SkillFilter> {
  const { settings } = await catalogOf(app, caller).store.settings.get()
  const { changed_days: days } = query
  return {
    scope: query.scope,
    tags: tagList(query.tags),
    enabled: flagOf(query.enabled),
    sourceId: query.source_id,
    provenances: provenancesOf(query),
    archived: flagOf(query.archived),
    longerThan: query.over_budget && settings.skillsMaxPromptChars,
    used: flagOf(query.used),
    scripts: flagOf(query.scripts),
    findings: query.findings && true,
    changedSince: days === undefined ? undefined : app.clock.now() - days * dayMs,
  }
}

const dayMs = 86_400_000

function flagOf(value: 'true' | 'false' | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 'true'
}

/** Of the same conversations as the numbers beside it. */
function orderOf(app: Application, caller: Caller, { sort, order }: SkillListQuery): SkillOrder {
  const isDescending = order === 'desc'
  if (sort !== 'used') return { by: sort === 'cost' ? 'length' : sort, isDescending }
  const isOwn = missingPermission(caller.principal, 'audit.read') !== undefined
  const person = isOwn ? caller.principal.userId : null
  return { by: 'used', isDescending, usage: { ...daysOfPeriod('30d', app.clock.now()), person } }
}

/** People see a skill that their agents cannot use, with the reason, and what the scan found. */
async function describedItems(
  app: Application,
  { caller, environment }: ListReader,
  skills: readonly Skill[],
): Promise<SkillListItem[]> {
  const found = await findingCounts(catalogOf(app, caller), skills)
  return Promise.all(
    skills.map(async (skill) => {
      const unavailable = await unavailableHere(skill, environment)
      const findings = found.get(skill.id)
      return {
        ...toSkillSummary(skill),
        ...(unavailable && { unavailable }),
        ...(findings !== undefined && { findings }),
      }
    }),
  )
}

/** Number of hits that are ranked before filters and paging. */
const maxRankedHits = 500

type RankedQuery = SkillListQuery & { readonly q: string }

/** With search words: ranked, each item with its reasons. The cursor is the offset in the ranking. */
export async function searchSkills(
  { app, pages }: { readonly app: Application; readonly pages: SearchPageCache },
  reader: ListReader,
  query: RankedQuery,
): Promise<Pick<SearchPage, 'body' | 'shown'>> {
  const { caller } = reader
  const { tenantId, userId } = caller.principal
  const { skills, settings } = catalogOf(app, caller).store
  // The synonyms are settings.
  const { version } = await settings.get()
  const key = JSON.stringify([tenantId, userId, version, query])
  const changeSeq = await skills.lastChangeSeq()
  const known = pages.get(key)
  if (known?.changeSeq === changeSeq) {
    if (isSameSkills(known, await skills.getMany(userId, known.ids))) return known
  }
  const { page, ...read } = await app.searchQueue.run(caller.principal, () =>
    readSearchPage(app, reader, query),
  )
  const found = { body: new EncodedJson(page), shown: page.items.length }
  // Conditions, budget, findings and time depend on more than the skills.
  const depends =
    (query.over_budget ?? query.findings ?? query.changed_days) !== undefined ||
    page.items.some(({ findings = 0 }) => findings > 0) ||
    read.skills.some(hasConditions)
  if (!depends) pages.set(key, { changeSeq, ...read, ...found })
  return found
}

async function readSearchPage(
  app: Application,
  reader: ListReader,
  query: RankedQuery,
): Promise<Pick<SearchPage, 'ids' | 'skills'> & { readonly page: SkillPage }> {
  const { caller } = reader
  const { tenantId, userId } = caller.principal
  const filter = await filterOf(app, caller, query)
  const { tags } = filter
  const hits = await app.search.search(tenantId, userId, {
    text: query.q,
    limit: maxRankedHits,
    prefixLastWord: true,
    includeDisabled: query.enabled !== 'true',
    ...(tags ? { tags } : {}),
  })
  const { skills } = catalogOf(app, caller).store
  const items: SkillListItem[] = []
  const shown: Skill[] = []
  const read: { ids: SkillId[]; skills: Skill[] } = { ids: [], skills: [] }
  let offset = readCursor(query.cursor)
  while (items.length < query.limit && offset < hits.length) {
    const chunk = hits.slice(offset, offset + query.limit - items.length)
    const ids = chunk.map((hit) => hit.skillId)
    const found = new Map<SkillId, Skill>()
    for (const skill of await skills.getMany(userId, ids)) found.set(skill.id, skill)
    read.ids.push(...ids)
    read.skills.push(...found.values())
    const fitting = [...found.values()].filter((skill) => fitsSkillFilter(skill, filter))
    const described = await describedItems(app, reader, fitting)
    const byId = new Map(described.map((item) => [item.id, item]))
    for (const hit of chunk) {
      const item = byId.get(hit.skillId)
      if (!item || (filter.findings && (item.findings ?? 0) === 0)) continue
      items.push({ ...item, match: toMatch(hit.score, hit.reasons) })
      shown.push(found.get(hit.skillId)!)
    }
    offset += chunk.length
  }
  const next = offset < hits.length ? `r${offset}` : null
  return { ...read, page: { items: withNearDuplicates(items, shown), next_cursor: next } }
}

function withNearDuplicates(
  items: readonly SkillListItem[],
  skills: readonly Skill[],
): SkillListItem[] {
  const duplicates = nearDuplicatesOf(skills)
  return items.map((item, at) => {
    const first = duplicates.get(skills[at]!.id)
    return first ? { ...item, near_duplicate_of: first.id } : item
  })
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
