import type { ConnectorBody } from '@repertoire/protocol'
import { api } from '../../shared/api/api.ts'
import { EditRemoveMenu } from '../../shared/design/edit-remove-menu.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { ConnectorDialog } from './connector-dialog.tsx'
import { refreshConnectors } from './connector-queries.ts'

/** What an owner can do with a connector that an owner added. */
export function ConnectorMenu({ connector }: { readonly connector: ConnectorBody }) {
  const { name, title } = connector
  const remove = useAction({
    mutationFn: () => api.connectors.remove(name),
    onSuccess: () => void showToast(`${title} was removed`),
    onSettled: refreshConnectors,
  })
  return (
    <EditRemoveMenu
      name={title}
      edit={(onClose) => <ConnectorDialog connector={connector} onClose={onClose} />}
      loss="The values of its headers are deleted and cannot be brought back. Agents can no longer call its tools."
      onRemove={() => remove.mutate()}
    />
  )
}
