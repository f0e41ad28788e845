import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { refreshSources } from '../../shared/queries/source-queries.ts'
import type { ListedSkill } from './registry-queries.ts'

/** Takes a skill of a registry: it is installed, waits for a review, or is shown to whoever may review it. */
export function useTakeListing({ id, name, registry }: ListedSkill) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.skills.takeFromRegistry(`${registry.base_url}/${id}`),
    onSuccess: (result) => {
      if ('arrival_id' in result) {
        showToast(`You asked for ${name}: it waits for a review by an owner or admin`)
        return
      }
      const { id: skillId, enabled } = result
      showToast(`${name} is in the library${enabled ? '' : ', disabled'}`, {
        action: {
          label: 'Open it',
          onClick: () => void navigate({ to: '/skills/$id', params: { id: skillId } }),
        },
      })
    },
    onError: (error) => {
      const { code, details } = problemOf(error)
      const arrival = (details as { arrival_id?: unknown } | undefined)?.arrival_id
      if (code === 'arrival.needs-reading' && typeof arrival === 'string')
        void navigate({ to: '/reviews/$id', params: { id: arrival } })
      else showErrorToast(error)
    },
    onSettled: refreshSources,
  })
}
