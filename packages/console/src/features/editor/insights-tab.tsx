import type { SkillBody, StatsGroupBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { revisionsQuery } from '../../shared/api/queries.ts'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { Empty, QueryPlaceholder } from '../../shared/design/states.tsx'
import { daySeries } from '../overview/day-series.ts'
import { DayTable } from '../overview/day-table.tsx'
import { costText, measures, ratingText, tokensText } from '../overview/measures.ts'
import { statsQuery } from '../overview/overview-queries.ts'
import { RateInterval } from '../overview/rate-interval.tsx'
import { ScrolledTable } from '../overview/scrolled-table.tsx'
import { Sparkline } from '../overview/sparkline.tsx'

const period = '30d'

/** Whether the skill helps, revision by revision, and what it costs. */
export function InsightsTab({ skill: { id } }: { readonly skill: Pick<SkillBody, 'id'> }) {
  const days = useQuery(statsQuery({ period, by: 'day', skill: id }))
  const revisions = useQuery(statsQuery({ period, by: 'revision', skill: id }))
  const placeholder = days.data ? revisions : days
  if (!days.data || !revisions.data) return <QueryPlaceholder for={placeholder} what="Insights" />
  if (revisions.data.groups.length === 0) {
    return (
      <Empty icon={<ChartColumn size={20} />} title="No numbers of these 30 days">
        No turn offered or used the skill in conversations that you may see the numbers of. Some
        seconds after one does, it is here.
      </Empty>
    )
  }
  const { activations } = measures
  const series = daySeries(days.data)
  const values = series.map(({ numbers }) => numbers && activations.value(numbers))
  const { total } = days.data.totals.activations
  const whose = days.data.scope === 'organisation' ? 'all conversations' : 'your own conversations'
  return (
    <div className="flex flex-col gap-4 pt-6">
      <section aria-labelledby="last-days" className="card overflow-hidden">
        <header className="px-4 pt-2.5">
          <h2 id="last-days">Last 30 days</h2>
          <p className="text-xs text-ink-3">Of {whose}, in UTC days.</p>
        </header>
        <div className="flex flex-wrap items-baseline gap-x-3 px-4 pt-3">
          <p className="font-medium">{plural(total, 'activation')}</p>
          <p className="mr-auto text-ink-3">{activations.about(days.data.totals)}</p>
          <Link
            to="/overview"
            search={{ skill: id }}
            className="text-xs text-accent-ink underline underline-offset-2"
          >
            In the overview
          </Link>
        </div>
        <div className="px-4 py-3">
          <Sparkline
            values={values}
            label={`Activations per day: ${formatCount(total)} in 30 days, at most ${formatCount(Math.max(...values.map((value) => value ?? 0)))} a day`}
          />
        </div>
        <details className="border-t border-line">
          <summary className="px-4 py-2 text-xs text-accent-ink">Day by day</summary>
          <div className="flex max-h-72 flex-col">
            <DayTable measure={activations} days={series.filter(({ numbers }) => numbers)} />
          </div>
        </details>
      </section>
      <section aria-labelledby="of-revisions" className="card overflow-hidden">
        <header className="px-4 py-2.5">
          <h2 id="of-revisions">Revisions</h2>
          <p className="text-xs text-ink-3">
            How turns ended that had this revision’s text, with the 95 % interval, and what their
            model calls took.
          </p>
        </header>
        <RevisionTable skillId={id} groups={revisions.data.groups} />
      </section>
    </div>
  )
}

interface RevisionTableProps {
  readonly skillId: string
  readonly groups: readonly StatsGroupBody[]
}

function RevisionTable({ skillId, groups }: RevisionTableProps) {
  const revisions = useQuery(revisionsQuery(skillId)).data?.items ?? []
  const numberOf = new Map<string | null | undefined, number>(
    revisions.map(({ digest, number }) => [digest, number]),
  )
  const newestFirst = [...groups].sort(
    (one, other) => (numberOf.get(other.digest) ?? 0) - (numberOf.get(one.digest) ?? 0),
  )
  return (
    <ScrolledTable label="Numbers of each revision">
      <thead>
        <tr>
          <th scope="col">Revision</th>
          <th scope="col" className="text-right">
            Activations
          </th>
          <th scope="col">Ended well</th>
          <th scope="col" className="text-right">
            Tokens
          </th>
          <th scope="col" className="text-right">
            Cost
          </th>
          <th scope="col" className="text-right">
            Thumbs up / down
          </th>
        </tr>
      </thead>
      <tbody>
        {newestFirst.map(({ digest, numbers }) => (
          <tr key={digest}>
            <th scope="row" className="font-medium">
              {revisionName(digest, numberOf.get(digest))}
            </th>
            <td className="text-right">{formatCount(numbers.activations.total)}</td>
            <td>
              <RateInterval rate={numbers.success} />
            </td>
            <td className="text-right">{tokensText(numbers)}</td>
            <td className="text-right">{numbers.model_calls === 0 ? 'none' : costText(numbers)}</td>
            <td className="text-right">{ratingText(numbers)}</td>
          </tr>
        ))}
      </tbody>
    </ScrolledTable>
  )
}

/** An activation that no model call followed does not say at which revision. */
function revisionName(digest: string | null | undefined, number: number | undefined): string {
  if (number !== undefined) return `Revision ${number}`
  return digest ? digest.replace('sha256:', '').slice(0, 12) : 'Before any model call'
}
