import type { Skill } from '../domain/skill.ts'
import { checkPageRequest, decodeCursor, pageOf } from '../ports/page-cursor.ts'
import type { Page } from '../ports/pages.ts'
import type { SkillOrder, SkillPageRequest } from '../ports/skills.ts'
import { pageByText } from './in-memory-pages.ts'
import { compareText, type InMemoryTenant } from './in-memory-state.ts'

type Key = readonly [number, string, string]

/** A page of `skills` in the order it asks for. */
export function pageSkills(
  tenant: InMemoryTenant,
  skills: readonly Skill[],
  { order = { by: 'slug', isDescending: false }, ...page }: SkillPageRequest,
): Page<Skill> {
  const sign = order.isDescending ? -1 : 1
  if (order.by === 'slug') return pageBySlug(skills, page, sign)
  checkPageRequest(page)
  const keyOf = (skill: Skill): Key => [
    ...([sign * measureOf(tenant, skill, order), skill.slug, skill.id] as const),
  ]
  const start =
    page.cursor === undefined
      ? null
      : (decodeCursor(page.cursor, ['number', 'string', 'string']) as Key)
  const after = [...skills]
    .sort((a, b) => compareKeys(keyOf(a), keyOf(b)))
    .filter((skill) => start === null || compareKeys(start, keyOf(skill)) < 0)
  return pageOf(after, page.limit, keyOf)
}

function pageBySlug(skills: readonly Skill[], page: SkillPageRequest, sign: 1 | -1): Page<Skill> {
  if (sign === 1) return pageByText(skills, page, (skill) => [skill.slug, skill.id])
  checkPageRequest(page)
  const [slug, id] =
    page.cursor === undefined ? [] : decodeCursor(page.cursor, ['string', 'string'])
  const compare = (a: readonly string[], b: readonly string[]) =>
    compareText(b[0] ?? '', a[0] ?? '') || compareText(b[1] ?? '', a[1] ?? '')
  const after = [...skills]
    .sort((a, b) => compare([a.slug, a.id], [b.slug, b.id]))
    .filter((one) => slug === undefined || compare([`${slug}`, `${id}`], [one.slug, one.id]) < 0)
  return pageOf(after, page.limit, (skill) => [skill.slug, skill.id])
}

function measureOf(tenant: InMemoryTenant, skill: Skill, order: SkillOrder): number {
  if (order.by === 'changed') return skill.updatedAt
  if (order.by !== 'used') return skill.head.contentLength
  const { fromDay, toDay, person } = order.usage
  return [...tenant.usage.values()]
    .filter(({ conversationId: id }) => {
      const owner = tenant.conversations.get(id)?.conversation.userId
      return person === null || owner === person
    })
    .flatMap(({ rows }) => rows)
    .filter(({ skillId, day }) => skillId === skill.id && day >= fromDay && day <= toDay)
    .reduce((sum, row) => sum + activations(row), 0)
}

function activations(row: {
  readonly activatedByPerson: number
  readonly activatedByAgent: number
  readonly activatedByRule: number
}): number {
  return row.activatedByPerson + row.activatedByAgent + row.activatedByRule
}

function compareKeys(a: Key, b: Key): number {
  return a[0] - b[0] || compareText(a[1], b[1]) || compareText(a[2], b[2])
}
