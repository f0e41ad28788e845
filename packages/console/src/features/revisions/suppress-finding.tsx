import type { ScanFindingBody } from '@repertoire/protocol'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { mayTakeFindings } from '../../shared/session/may.ts'
import { useMe } from '../../shared/session/use-me.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { refreshReviews } from './revision-queries.ts'

/** What a suppression holds for. */
export type SuppressionSubject = { readonly skill_id: string } | { readonly arrival_id: string }

interface SuppressFindingProps {
  readonly finding: ScanFindingBody
  readonly subject: SuppressionSubject
}

/** For whoever may: an owner alone where the scan blocks for it. */
export function SuppressFinding({ finding, subject }: SuppressFindingProps) {
  const { rule, match, severity } = finding
  const allowed = mayTakeFindings(useMe(), severity === 'critical' ? 'owner' : 'administrator')
  const [asking, setAsking] = useState(false)
  const suppress = useAction({
    mutationFn: (reason: string) => api.reviews.suppress({ ...subject, rule, match, reason }),
    onSuccess: () => {
      setAsking(false)
      showToast('The finding does not count for this skill any more')
    },
    onSettled: refreshReviews,
  })
  if (!allowed || match === '') return null
  return (
    <p>
      <Button size="small" onClick={() => setAsking(true)}>
        Suppress this rule for this skill…
      </Button>
      {asking && (
        <ReasonDialog
          title="Suppress this finding?"
          description={`“${rule}” at this text does not count for the verdict of this skill any more. A changed text is a new finding.`}
          confirm="Suppress"
          busy={suppress.isPending}
          onConfirm={suppress.mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </p>
  )
}
