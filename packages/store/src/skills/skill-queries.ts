import type { RevisionDigest, SkillId, UserId } from '@repertoire/core/base'
import type { Provenance, Revision, Skill, SkillScopeKind } from '@repertoire/core/domain'
import type { KeyedChange, SearchableSkill, SkillHead } from '@repertoire/core/ports'
import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { cachedQuery } from '../database/cached-query.ts'
import type { TenantDatabase } from '../database/database.ts'
import { type PreparedQuery, preparedQuery, type QueryParams } from '../database/prepared-query.ts'
import type { QueryExecutor } from '../database/query.ts'
import type { Schema } from '../database/schema.ts'
import {
  contentColumns,
  factColumns,
  identityColumns,
  type SkillRow,
  toContent,
  toRevision,
  toScope,
  toSkill,
} from './skill-rows.ts'

type Tables = 'skills' | 'revisions'

/** Org skills and the viewer's own, including deleted ones. */
export function isInScopeOf(viewer: UserId): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'skills'>()
  return eb.or([eb('skills.scope', '=', 'org'), eb('skills.user_id', '=', viewer)])
}

/** The same without deleted skills. */
export function visibleTo(viewer: UserId): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'skills'>()
  return eb.and([isInScopeOf(viewer), eb('skills.deleted_at', 'is', null)])
}

/** Skills that are not deleted, with their current revision. */
export function selectSkills(db: QueryExecutor): SelectQueryBuilder<Schema, Tables, SkillRow> {
  return skillsWithHead(db).where('skills.deleted_at', 'is', null)
}

/** Skills with their current revision, including deleted ones. */
export function skillsWithHead(db: QueryExecutor): SelectQueryBuilder<Schema, Tables, SkillRow> {
  return db
    .selectFrom('skills')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.skill_id', '=', 'skills.id')
        .onRef('revisions.number', '=', 'skills.head_number'),
    )
    .select(identityColumns)
    .select(factColumns) as SelectQueryBuilder<Schema, Tables, SkillRow>
}

interface OneSkill extends QueryParams {
  readonly viewer: UserId
  readonly id: SkillId
}

const selectSkill = (db: QueryExecutor, { viewer, id }: OneSkill) =>
  selectSkills(db).where('skills.id', '=', id).where(visibleTo(viewer))

/** {@link findSkill} outside a transaction. */
export const skillById = cachedQuery(preparedQuery(['viewer', 'id'], selectSkill), toSkill)

interface SkillOfSlug extends QueryParams {
  readonly viewer: UserId
  readonly slug: string
}

/** The viewer's own skill before the organisation's. */
export const skillBySlug = cachedQuery(
  preparedQuery(['viewer', 'slug'], (db: QueryExecutor, { viewer, slug }: SkillOfSlug) =>
    selectSkills(db)
      .where('skills.slug', '=', slug)
      .where(visibleTo(viewer))
      .orderBy('skills.scope', 'desc')
      .limit(1),
  ),
  toSkill,
)

export const contentByDigest = cachedQuery(
  preparedQuery(
    ['viewer', 'id', 'digest'],
    (db, { viewer, id, digest }: OneSkill & { readonly digest: RevisionDigest }) =>
      db
        .selectFrom('revisions')
        .innerJoin('skills', 'skills.id', 'revisions.skill_id')
        .where('skills.id', '=', id)
        .where('revisions.digest', '=', digest)
        .where(visibleTo(viewer))
        .select(contentColumns)
        .limit(1),
  ),
  toContent,
)

/** Selects the manifest of one revision only: a skill may have hundreds, each with thousands of files. */
export const manifestByDigest = preparedQuery(
  ['viewer', 'id', 'digest'],
  (db, { viewer, id, digest }: OneSkill & { readonly digest: RevisionDigest }) =>
    db
      .selectFrom('revisions')
      .innerJoin('skills', 'skills.id', 'revisions.skill_id')
      .where('skills.id', '=', id)
      .where('revisions.digest', '=', digest)
      .where(visibleTo(viewer))
      .select('revisions.manifest')
      .limit(1),
)

export async function findSkill(
  db: QueryExecutor,
  viewer: UserId,
  id: SkillId,
): Promise<Skill | null> {
  const row = await selectSkill(db, { viewer, id }).executeTakeFirst()
  return row ? toSkill(row) : null
}

/**
 * The largest number of ids for which {@link findSkills} prepares a query, enough for a page of search results.
 */
const maxPreparedIds = 50
const skillsByIds = new Map<number, PreparedQuery<QueryParams, SkillRow>>()

function preparedSkillsByIds(count: number): PreparedQuery<QueryParams, SkillRow> {
  let query = skillsByIds.get(count)
  if (!query) {
    const names = Array.from({ length: count }, (_, index) => `id${index}`)
    query = preparedQuery(['viewer', ...names], (db, params: QueryParams) =>
      selectSkills(db)
        .where(
          'skills.id',
          'in',
          names.map((name) => params[name] as SkillId),
        )
        .where(visibleTo(params.viewer as UserId)),
    )
    skillsByIds.set(count, query)
  }
  return query
}

export async function findSkills(
  db: TenantDatabase,
  viewer: UserId,
  ids: readonly SkillId[],
): Promise<readonly Skill[]> {
  const wanted = [...new Set(ids)].map((id) => ({ viewer, id }))
  const found = await db.many(skillById, wanted, async (onMissingParent) => {
    const rows: SkillRow[] = []
    for (let start = 0; start < onMissingParent.length; start += maxPreparedIds) {
      const part = onMissingParent.slice(start, start + maxPreparedIds)
      const values = Object.fromEntries(part.map(({ id }, index) => [`id${index}`, id]))
      rows.push(...(await db.rows(preparedSkillsByIds(part.length), { ...values, viewer })))
    }
    return rows.map((row) => [{ viewer, id: row.id as SkillId }, row])
  })
  return inOrder(ids, found, (skill) => skill.id)
}

export async function countTags(
  db: QueryExecutor,
  viewer: UserId,
  scope?: SkillScopeKind,
): Promise<readonly { readonly tag: string; readonly count: number }[]> {
  let tagged = db
    .selectFrom('skill_tags')
    .innerJoin('skills', 'skills.id', 'skill_tags.skill_id')
    .where(visibleTo(viewer))
  if (scope !== undefined) tagged = tagged.where('skills.scope', '=', scope)
  return tagged
    .select(({ fn }) => ['skill_tags.tag', fn.countAll<number>().as('count')])
    .groupBy('skill_tags.tag')
    .orderBy('skill_tags.tag')
    .execute()
}

/** Newest first; empty when the viewer may not see the skill. */
export async function listRevisions(
  db: QueryExecutor,
  viewer: UserId,
  id: SkillId,
): Promise<readonly Revision[]> {
  const rows = await db
    .selectFrom('revisions')
    .innerJoin('skills', 'skills.id', 'revisions.skill_id')
    .where('skills.id', '=', id)
    .where(visibleTo(viewer))
    .select(factColumns)
    .orderBy('revisions.number', 'desc')
    .execute()
  return rows.map(toRevision)
}

/** Keys are ids joined by `:`, and the next character is `;`. The range is every key with this prefix. */
export async function listChangesUnder(
  db: QueryExecutor,
  key: string,
): Promise<readonly KeyedChange[]> {
  const rows = await db
    .selectFrom('skill_change_keys')
    .select(['change_key', 'skill_id', 'slug', 'number', 'digest'])
    .where((eb) =>
      eb.or([
        eb('change_key', '=', key),
        eb.and([eb('change_key', '>=', `${key}:`), eb('change_key', '<', `${key};`)]),
      ]),
    )
    .orderBy('change_key')
    .execute()
  return rows.map((row) => ({
    key: row.change_key,
    skillId: row.skill_id as SkillId,
    slug: row.slug,
    number: row.number,
    digest: row.digest as RevisionDigest,
  }))
}

/** For the curator, regardless of visibility. */
export async function skillsMadeBy(
  db: QueryExecutor,
  provenance: Provenance,
  { after, limit }: { readonly after: SkillId | null; readonly limit: number },
): Promise<readonly Skill[]> {
  const rows = await selectSkills(db)
    .where('skills.provenance', '=', provenance)
    .where('skills.id', '>', after ?? '')
    .orderBy('skills.id')
    .limit(limit)
    .execute()
  return rows.map(toSkill)
}

/** For the index, regardless of visibility. */
export async function searchableFrom(
  db: QueryExecutor,
  after: SkillId | null,
  limit: number,
): Promise<readonly SearchableSkill[]> {
  const rows = await selectSkills(db)
    .select(contentColumns)
    .where('skills.id', '>', after ?? '')
    .orderBy('skills.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ skill: toSkill(row), body: toContent(row).body }))
}

/** For the index, regardless of visibility. */
export async function headsFrom(
  db: QueryExecutor,
  after: SkillId | null,
  limit: number,
): Promise<readonly SkillHead[]> {
  const rows = await db
    .selectFrom('skills')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.skill_id', '=', 'skills.id')
        .onRef('revisions.number', '=', 'skills.head_number'),
    )
    .select(['skills.id', 'skills.slug', 'skills.scope', 'skills.user_id', 'skills.enabled'])
    .select(['skills.source_id', 'skills.provenance', 'revisions.number', 'revisions.digest'])
    .where('skills.deleted_at', 'is', null)
    .where('skills.id', '>', after ?? '')
    .orderBy('skills.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, slug, enabled, number, digest, source_id, provenance, ...scope }) => ({
    id: id as SkillId,
    slug,
    scope: toScope(scope),
    enabled: enabled === 1,
    number,
    digest: digest as RevisionDigest,
    origin: { sourceId: source_id, provenance: provenance as Provenance },
  }))
}

export async function searchableOf(
  db: QueryExecutor,
  ids: readonly SkillId[],
): Promise<readonly SearchableSkill[]> {
  if (ids.length === 0) return []
  const rows = await selectSkills(db)
    .select(contentColumns)
    .where('skills.id', 'in', [...new Set(ids)])
    .execute()
  const found = rows.map((row) => ({ skill: toSkill(row), body: toContent(row).body }))
  return inOrder(ids, found, (entry) => entry.skill.id)
}

function inOrder<Item>(
  ids: readonly SkillId[],
  items: readonly Item[],
  idOf: (item: Item) => SkillId,
): readonly Item[] {
  const byId = new Map(items.map((item) => [idOf(item), item]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}
