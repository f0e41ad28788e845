import type { CatalogItemBody } from '@repertoire/protocol'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../shared/api/api.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { refreshSources } from '../../shared/queries/source-queries.ts'
import { markInstalled } from './catalog-query.ts'

/** Installs what a source offers; for a member it asks an owner or admin to. */
export function useInstallEntry(item: CatalogItemBody) {
  const navigate = useNavigate()
  return useAction({
    mutationFn: () =>
      api.skillCatalog.install({ source_id: item.catalog_source_id, path: item.path }),
    onSuccess: (result) => {
      if ('arrival_id' in result) return
      const { id, enabled } = result
      markInstalled(item, id)
      showToast(`${item.name} is in the library${enabled ? '' : ', disabled'}`, {
        action: {
          label: 'Open it',
          onClick: () => void navigate({ to: '/skills/$id', params: { id } }),
        },
      })
    },
    onSettled: refreshSources,
  })
}
