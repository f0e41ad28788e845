import type { TrustReportBody } from '@repertoire/protocol'
import { api } from '../../shared/api/api.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { Button } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { useMayWriteSkills } from '../../shared/session/use-me.ts'
import { refreshReviews } from './revision-queries.ts'

/** Findings that do not count: who said so, when and why, and the way back. */
export function SuppressedList({ report }: { readonly report: TrustReportBody }) {
  const writes = useMayWriteSkills('org')
  const remove = useAction({
    mutationFn: (id: string) => api.reviews.removeSuppression(id),
    onSuccess: () => showToast('The finding counts again'),
    onSettled: refreshReviews,
  })
  if (report.suppressed.length === 0) return null
  return (
    <ul aria-label="Suppressed findings" className="card divide-y divide-line">
      {report.suppressed.map(({ finding, suppression }) => (
        <li
          key={`${suppression.id} ${finding.path} ${finding.line}`}
          className="flex flex-col gap-1 px-4 py-3 text-xs [overflow-wrap:anywhere]"
        >
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge>Suppressed</Badge>
            <span className="font-medium">{finding.message}</span>
            <span className="font-mono text-xs text-ink-3">{finding.rule}</span>
          </p>
          <p className="font-mono">
            <MarkedText text={`${finding.path}:${finding.line}`} />
          </p>
          <p className="text-ink-2">
            By <MarkedText text={suppression.by_name ?? 'a former member'} />{' '}
            <Timestamp at={suppression.at} />: “<MarkedText text={suppression.reason} />”
          </p>
          {writes && (
            <p>
              <Button
                size="small"
                disabled={remove.isPending}
                onClick={() => remove.mutate(suppression.id)}
              >
                Remove<span className="sr-only"> the suppression of {finding.rule}</span>
              </Button>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
