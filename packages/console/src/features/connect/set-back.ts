import type { CollectionBody } from '@repertoire/protocol'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { plural } from '../../shared/design/numbers.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { collectionsQuery } from './collections-query.ts'

/** Milliseconds the offer to undo stays on the page. */
const undoWindow = 10_000

interface SetBack {
  /** The promotion. */
  readonly to: number
  /** Of the production list that was read. */
  readonly digest: string
  /** The promotion of production until now; null for the newest revisions. */
  readonly from: number | null
}

/** Makes an earlier promotion the current one, and offers to undo it. Whether it did. */
export async function setBackWithUndo(
  { id, slug }: Pick<CollectionBody, 'id' | 'slug'>,
  { to, digest, from }: SetBack,
): Promise<boolean> {
  return attempt(async () => {
    const done = await api.collections.setBack(id, to, digest)
    const count = done.left_out.length
    const undo = () =>
      attempt(async () => {
        if (from === null) await api.collections.unpin(id)
        else await api.collections.setBack(id, from, done.digest)
        showToast(`Production of ${slug} is as it was`)
      })
    showToast(`Production of ${slug} is set back to promotion ${to}`, {
      ...(count > 0 && { description: `${plural(count, 'skill')} left out.` }),
      duration: undoWindow,
      action: { label: 'Undo', onClick: () => void undo() },
    })
  })
}

async function attempt(act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    showErrorToast(error)
    return false
  } finally {
    await queryClient.invalidateQueries({ queryKey: collectionsQuery.queryKey })
  }
}
