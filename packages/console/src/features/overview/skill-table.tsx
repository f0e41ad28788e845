import type { StatsGroupBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatCount } from '../../shared/design/numbers.ts'
import { formatDuration } from '../executions/status-labels.ts'
import { costText, ratingText } from './measures.ts'
import { RateInterval } from './rate-interval.tsx'
import { ScrolledTable } from './scrolled-table.tsx'

const atFirst = 10

interface SkillTableProps {
  readonly groups: readonly StatsGroupBody[]
  /** There are more than the server named. */
  readonly truncated: boolean
}

/** The skills with the most model calls, and how the turns ended that had their text. */
export function SkillTable({ groups, truncated }: SkillTableProps) {
  const [all, setAll] = useState(false)
  const shown = all ? groups : groups.slice(0, atFirst)
  return (
    <section aria-labelledby="does-it-help" className="card mt-4 overflow-hidden">
      <header className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5">
        <h2 id="does-it-help">Does it help?</h2>
        <p className="mr-auto text-xs text-ink-3">
          share of turns that ended well, with its 95 % interval
        </p>
        <Link to="/skills" className="text-xs text-accent-ink underline underline-offset-2">
          All skills
        </Link>
      </header>
      {groups.length === 0 ? (
        <p className="border-t border-line px-4 py-3 text-ink-2">
          No skill was offered or active in these days.
        </p>
      ) : (
        <ScrolledTable label="Skills with the most model calls">
          <thead>
            <tr>
              <th scope="col">Skill</th>
              <th scope="col" className="text-right">
                Activations
              </th>
              <th scope="col" className="text-right">
                Offered
              </th>
              <th scope="col">Ended well</th>
              <th scope="col" className="text-right">
                Thumbs up / down
              </th>
              <th scope="col" className="text-right">
                Median latency
              </th>
              <th scope="col" className="text-right">
                Cost
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((group) => (
              <SkillRow key={group.skill_id} group={group} />
            ))}
          </tbody>
        </ScrolledTable>
      )}
      {groups.length > shown.length && (
        <div className="border-t border-line px-4 py-2">
          <Button size="small" onClick={() => setAll(true)}>
            Show all {formatCount(groups.length)}
          </Button>
        </div>
      )}
      {all && truncated && (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-3">
          There are more. These have the most model calls.
        </p>
      )}
    </section>
  )
}

function SkillRow({ group }: { readonly group: StatsGroupBody }) {
  const { skill_id: id = '', name, numbers } = group
  const { latency, model_calls: calls } = numbers
  return (
    <tr>
      <th scope="row" className="max-w-72 truncate font-medium">
        {name === null ? (
          <span className="text-ink-3" title={id}>
            Gone, or not yours to see
          </span>
        ) : (
          <Link
            to="/skills/$id"
            params={{ id }}
            search={{ tab: 'insights' }}
            className="hover:underline"
          >
            <MarkedText text={name} />
          </Link>
        )}
      </th>
      <td className="text-right">{formatCount(numbers.activations.total)}</td>
      <td className="text-right">{formatCount(numbers.offered)}</td>
      <td>
        <RateInterval rate={numbers.success} />
      </td>
      <td className="text-right">{ratingText(numbers)}</td>
      <td className="text-right">
        {latency.p50 ? (
          formatDuration(latency.p50.ms)
        ) : (
          <span className="text-ink-3">{latency.n === 0 ? '–' : 'Too few to say'}</span>
        )}
      </td>
      <td className={calls === 0 || numbers.cost === null ? 'text-right text-ink-3' : 'text-right'}>
        {calls === 0 ? 'none' : costText(numbers)}
      </td>
    </tr>
  )
}
