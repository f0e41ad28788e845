import { RefreshCw } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { refreshSources, sourcesQuery } from '../../shared/queries/source-queries.ts'

/** Has the sources read again, or one of them, while the list stays. */
export function RefreshCatalog({ sourceId }: { readonly sourceId: string | undefined }) {
  const refresh = useAction({
    mutationFn: () => {
      const reading = api.sources.browse({ source_id: sourceId, refresh: 'true' })
      // Shows which sources are being read now.
      void queryClient.invalidateQueries({ queryKey: sourcesQuery.queryKey })
      return reading
    },
    onSettled: refreshSources,
  })
  const { data, isPending } = refresh
  const failed = data?.errors.length ?? 0
  const unread = failed === 0 ? '' : `, ${plural(failed, 'source')} could not be read`
  return (
    <>
      <p aria-live="polite" className="text-xs text-ink-2 empty:absolute">
        {isPending && 'Refreshing…'}
        {data && !isPending && `Read again: ${plural(data.items.length, 'skill')}${unread}`}
      </p>
      <Button disabled={isPending} onClick={() => refresh.mutate()}>
        <RefreshCw size={15} aria-hidden="true" className={isPending ? 'animate-spin' : ''} />{' '}
        Refresh
      </Button>
    </>
  )
}
