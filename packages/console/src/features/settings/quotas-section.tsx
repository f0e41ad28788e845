import type { QuotaBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { wholeQuery } from '../../shared/api/query-options.ts'
import { formatBytes, formatCount, percentOf } from '../../shared/design/numbers.ts'
import { Section } from '../../shared/design/section.tsx'
import { QueryPlaceholder } from '../../shared/design/states.tsx'

const quotasQuery = wholeQuery(['quotas'], () => api.quotas.list())

/** What the person and the organisation use, and the limits that the operator of the server set. */
export function QuotasSection() {
  const quotas = useQuery(quotasQuery)
  return (
    <Section
      title="Usage"
      titleShown={false}
      description="What you and your organisation use here. Limits are set by the operator of this server."
    >
      <QueryPlaceholder for={quotas} what="Usage" rows={5} />
      {quotas.data && (
        <table className="card w-full text-left tabular-nums">
          <thead className="text-xs text-ink-3">
            <tr>
              <th scope="col" className="px-4 py-2 font-normal">
                <span className="sr-only">What</span>
              </th>
              <th scope="col" className="px-4 py-2 text-right font-medium">
                You
              </th>
              <th scope="col" className="px-4 py-2 text-right font-medium">
                Organisation
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {quotas.data.map((quota) => (
              <tr key={quota.quota}>
                <th scope="row" className="px-4 py-2 font-normal">
                  {labels[quota.quota]}
                </th>
                <Usage quota={quota.quota} usage={quota.person} />
                <Usage quota={quota.quota} usage={quota.organisation} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

const labels: Record<QuotaBody['quota'], string> = {
  bytes: 'Files of skills and conversations',
  skills: 'Skills',
  keys: 'API keys',
  conversations: 'Conversations',
  runs_per_day: 'Turns started today (UTC)',
}

function Usage({
  quota,
  usage: { used, limit },
}: {
  readonly quota: QuotaBody['quota']
  readonly usage: QuotaBody['person']
}) {
  const format = quota === 'bytes' ? formatBytes : formatCount
  return (
    <td className="px-4 py-2 text-right">
      {format(used)}
      {limit !== null && (
        <span className="text-ink-3">
          {' '}
          of {format(limit)} ({percentOf(used, limit)} %)
        </span>
      )}
    </td>
  )
}
