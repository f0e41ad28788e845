import type { PendingRevisionBody } from '@repertoire/protocol'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { mayTakeFindings } from '../../shared/session/may.ts'
import { useMe } from '../../shared/session/use-me.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { refreshReviews } from './revision-queries.ts'

/** An owner takes a blocked content all the same, with a reason; it can be approved then. */
export function OverrideVerdict({ arrival }: { readonly arrival: PendingRevisionBody }) {
  const { id, digest, refusal } = arrival
  const allowed = mayTakeFindings(useMe(), 'owner')
  const [asking, setAsking] = useState(false)
  const lift = useAction({
    mutationFn: (reason: string) => api.reviews.overrideVerdict(id, { digest, reason }),
    onSuccess: () => {
      setAsking(false)
      showToast('The verdict is lifted: it can be approved')
    },
    onSettled: refreshReviews,
  })
  if (!allowed || refusal?.code !== 'arrival.blocked') return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>Lift the verdict…</Button>
      {asking && (
        <ReasonDialog
          title="Lift the verdict?"
          description="It holds for exactly this content and what was found in it, and is in the audit log. The next update is judged anew."
          confirm="Lift"
          busy={lift.isPending}
          onConfirm={lift.mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
