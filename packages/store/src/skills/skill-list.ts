import type { UserId } from '@repertoire/core/base'
import type { Skill } from '@repertoire/core/domain'
import {
  type Page,
  pageOf,
  type SkillFilter,
  type SkillOrder,
  type SkillPageRequest,
  type UsageQuery,
} from '@repertoire/core/ports'
import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { afterCursor, decodePageCursor } from '../database/pages.ts'
import type { QueryExecutor } from '../database/query.ts'
import type { Schema } from '../database/schema.ts'
import { selectSkills, visibleTo } from './skill-queries.ts'
import { toSkill } from './skill-rows.ts'

type Tables = 'skills' | 'revisions'

export interface ListRequest {
  readonly viewer: UserId
  readonly filter: SkillFilter
  readonly page: SkillPageRequest
}

export async function listSkills(
  db: QueryExecutor,
  { viewer, filter, page }: ListRequest,
): Promise<Page<Skill>> {
  const { order = { by: 'slug', isDescending: false } } = page
  if (order.by === 'slug') {
    const matching = selectSkills(db).where(fits(viewer, filter))
    const direction = order.isDescending ? 'desc' : 'asc'
    const start = decodePageCursor(page, ['string', 'string'])
    const after = start && afterCursor(['skills.slug', 'skills.id'], start, directionOf(direction))
    const rows = await (after ? matching.where(after) : matching)
      .orderBy('skills.slug', direction)
      .orderBy('skills.id', direction)
      .limit(page.limit + 1)
      .execute()
    return pageOf(rows.map(toSkill), page.limit, (skill) => [skill.slug, skill.id])
  }
  const start = decodePageCursor(page, ['number', 'string', 'string'])
  const measure = measureOf(order)
  const after = start && afterCursor([measure, 'skills.slug', 'skills.id'], start, '>')
  // Ids first: what is sorted is short then, and texts are read of one page alone.
  const keys = skillsWithRevision(db)
    .where('skills.deleted_at', 'is', null)
    .where(fits(viewer, filter))
    .select(['skills.id', 'skills.slug', measure.as('measure')])
  const rows = await (after ? keys.where(after) : keys)
    .orderBy(measure)
    .orderBy('skills.slug')
    .orderBy('skills.id')
    .limit(page.limit + 1)
    .execute()
  const { items, nextCursor } = pageOf(rows, page.limit, (row) => [
    ...[Number(row.measure), row.slug, row.id],
  ])
  return { items: await skillsInOrder(db, items), nextCursor }
}

/** One that was deleted meanwhile is left out. */
async function skillsInOrder(
  db: QueryExecutor,
  keys: readonly { readonly id: string }[],
): Promise<readonly Skill[]> {
  if (keys.length === 0) return []
  const ids = keys.map(({ id }) => id)
  const rows = await selectSkills(db).where('skills.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id as string, toSkill(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function skillsWithRevision(db: QueryExecutor) {
  return db
    .selectFrom('skills')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.skill_id', '=', 'skills.id')
        .onRef('revisions.number', '=', 'skills.head_number'),
    )
}

/** All of them in one pass over the skills; their texts' table is read only where a filter asks about it. */
export async function countSkills(
  db: QueryExecutor,
  viewer: UserId,
  filters: readonly SkillFilter[],
): Promise<readonly number[]> {
  if (filters.length === 0) return []
  const rows = filters.some(needsRevision) ? skillsWithRevision(db) : skillsAlone(db)
  const counts = await rows
    .where(visibleTo(viewer))
    .select(filters.map((filter, at) => countOf(filter).as(`count${at}`)))
    .executeTakeFirstOrThrow()
  return filters.map((_, at) => Number(counts[`count${at}`] ?? 0))
}

function needsRevision({ longerThan, scripts, findings }: SkillFilter): boolean {
  return (longerThan ?? scripts ?? findings) !== undefined
}

function skillsAlone(db: QueryExecutor) {
  // Only without a condition on the other table.
  return db.selectFrom('skills') as unknown as ReturnType<typeof skillsWithRevision>
}

function countOf(filter: SkillFilter): RawBuilder<number | string | null> {
  return sql<number | string | null>`sum(case when ${matches(filter)} then 1 else 0 end)`
}

function directionOf(direction: 'asc' | 'desc'): '<' | '>' {
  return direction === 'asc' ? '>' : '<'
}

/** Ascending: what comes first is least, so that skills alike in it stay by slug. */
function measureOf(order: SkillOrder): RawBuilder<string> {
  const column = order.by === 'length' ? 'revisions.content_length' : 'skills.updated_at'
  const value = order.by === 'used' ? activations(order.usage) : sql.ref(column)
  return order.isDescending ? sql`(- ${value})` : sql`(${value})`
}

function activations(usage: Pick<UsageQuery, 'fromDay' | 'toDay' | 'person'>): Expression<unknown> {
  const { fromDay, toDay, person } = usage
  const eb = expressionBuilder<Schema, Tables>()
  // A table of both shapes: the sums of everybody have no person.
  const table = person === null ? 'usage_daily_skills' : 'usage_contributions'
  let rows = eb
    .selectFrom(`${table as 'usage_contributions'} as used`)
    .whereRef('used.skill_id', '=', 'skills.id')
    .where('used.day', '>=', fromDay)
    .where('used.day', '<=', toDay)
    .select(
      sql<number>`coalesce(sum(used.activated_by_person + used.activated_by_agent + used.activated_by_rule), 0)`.as(
        'activations',
      ),
    )
  if (person !== null) rows = rows.where('used.user_id', '=', person)
  return rows
}

function fits(viewer: UserId, filter: SkillFilter): Expression<SqlBool> {
  return expressionBuilder<Schema, Tables>().and([visibleTo(viewer), matches(filter)])
}

function matches(filter: SkillFilter): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, Tables>()
  const conditions: (Expression<SqlBool> | false | undefined)[] = [
    filter.scope !== undefined && eb('skills.scope', '=', filter.scope),
    filter.enabled !== undefined && eb('skills.enabled', '=', filter.enabled ? 1 : 0),
    filter.sourceId !== undefined && eb('skills.source_id', '=', filter.sourceId),
    filter.slug !== undefined && eb('skills.slug', '=', filter.slug),
    filter.provenances && eb('skills.provenance', 'in', [...filter.provenances]),
    filter.archived !== undefined &&
      eb('skills.archived_at', filter.archived ? 'is not' : 'is', null),
    filter.longerThan !== undefined && eb('revisions.content_length', '>', filter.longerThan),
    filter.used !== undefined && eb('skills.use_count', filter.used ? '>' : '=', 0),
    filter.changedSince !== undefined && eb('skills.updated_at', '>=', filter.changedSince),
    filter.scripts !== undefined && hasScripts(eb, filter.scripts),
    filter.findings && hasFindings(eb),
    ...[...new Set(filter.tags)].map((tag) => hasTag(eb, tag)),
  ]
  return eb.and(conditions.filter((one) => one !== false && one !== undefined))
}

type Builder = ExpressionBuilder<Schema, Tables>

function hasTag({ exists, selectFrom }: Builder, tag: string): Expression<SqlBool> {
  return exists(
    selectFrom('skill_tags')
      .select('skill_tags.tag')
      .whereRef('skill_tags.skill_id', '=', 'skills.id')
      .where('skill_tags.tag', '=', tag),
  )
}

/** In the manifest as it is stored; a quotation mark within a path is escaped there. */
function hasScripts(eb: Builder, has: boolean): Expression<SqlBool> {
  // One of the databases ignores case in a pattern.
  const manifest = eb.fn<string>('lower', ['revisions.manifest'])
  const brings = eb.or([
    eb(manifest, 'like', '%"path":"scripts/%'),
    eb(manifest, 'like', '%"executable":true%'),
  ])
  return has ? brings : eb.not(brings)
}

/** A text of JSON has this exactly where no finding is, because a quotation mark within a text is escaped. */
function hasFindings({ exists, selectFrom }: Builder): Expression<SqlBool> {
  return exists(
    selectFrom('trust_reports')
      .select('trust_reports.digest')
      .whereRef('trust_reports.digest', '=', 'revisions.digest')
      .where('trust_reports.report', 'not like', '%"findings":[]%'),
  )
}
