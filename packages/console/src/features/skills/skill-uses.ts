import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { useCan } from '../../shared/session/use-me.ts'

const usesQuery = queryOptions({
  queryKey: ['stats', 'skills', '30d'],
  queryFn: () => api.stats.get({ by: 'skill', period: '30d' }),
  staleTime: 60_000,
})

/** How often a skill was activated in 30 days: undefined where that is not known, null until it has been read. */
export interface SkillUses {
  readonly of: (skillId: string) => number | undefined | null
  /** Whose conversations that are. */
  readonly scope?: 'organisation' | 'own'
}

/** One request for all skills; null where the person may not see it. */
export function useSkillUses(): SkillUses | null {
  const allowed = useCan('conversations.use')
  const { data, isError } = useQuery({ ...usesQuery, enabled: allowed })
  if (!allowed) return null
  if (!data) return { of: () => (isError ? undefined : null) }
  const counts = new Map(
    data.groups.map(({ skill_id: id, numbers }) => [id, numbers.activations.total]),
  )
  return {
    of: (id) => counts.get(id) ?? (data.truncated ? undefined : 0),
    scope: data.scope,
  }
}
