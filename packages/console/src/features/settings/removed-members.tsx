import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { removedQuery } from '../../shared/queries/organisation-queries.ts'

/** Whom single sign-on refuses because they were removed here; nothing where there are none. */
export function RemovedMembers() {
  const { data } = useQuery(removedQuery)
  const readmit = useAction({
    mutationFn: ({ id }: { readonly id: string; readonly label: string }) => api.signOn.readmit(id),
    onSuccess: async (_, { label }) => {
      showToast(`${label} can sign in again`, { description: 'They get a new account.' })
      await queryClient.invalidateQueries({ queryKey: removedQuery.queryKey })
    },
  })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label="Removed people" className="mt-4">
      <h3 className="mb-2 text-xs text-ink-3">Removed; single sign-on refuses them</h3>
      <ul aria-label="Removed people" className="card divide-y divide-line">
        {data.items.map(({ id, label, provider }) => (
          <li key={id} className="flex items-center justify-between gap-3 px-4 py-2.5">
            <span className="min-w-0 truncate">
              {label} <span className="text-xs text-ink-3">{provider}</span>
            </span>
            <Button
              size="small"
              disabled={readmit.isPending}
              onClick={() => readmit.mutate({ id, label })}
            >
              Let in again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
