import { skillWriteProblem } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { TenantStore } from '../../ports/store.ts'

export interface CountedTag {
  readonly tag: string
  /** Skills with the tag that the person sees. */
  readonly count: number
  /** How many of these the person may write. */
  readonly writable: number
}

/** All tags that the person sees, by name. */
export async function countTags(
  { skills }: Pick<TenantStore, 'skills'>,
  principal: Principal,
): Promise<readonly CountedTag[]> {
  const { userId } = principal
  const all = await skills.tags(userId)
  if (!skillWriteProblem(principal, { kind: 'org' })) {
    return all.map((item) => ({ ...item, writable: item.count }))
  }
  const writesOwn = !skillWriteProblem(principal, { kind: 'user', userId })
  const own = new Map(
    writesOwn ? (await skills.tags(userId, 'user')).map(({ tag, count }) => [tag, count]) : [],
  )
  return all.map((item) => ({ ...item, writable: own.get(item.tag) ?? 0 }))
}
