import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'

/** The packages of one skill's newest revision. */
export const requirementsKey = (skillId: string) => ['skills', 'requirements', skillId] as const

interface RequirementsOf {
  readonly skillId: string
  /** Another revision may need something else. */
  readonly revision: number
}

export function requirementsQuery({ skillId, revision }: RequirementsOf) {
  return queryOptions({
    queryKey: [...requirementsKey(skillId), revision],
    queryFn: () => api.skills.requirements(skillId),
    // Whether they are installed changes with the first run.
    staleTime: 0,
  })
}
