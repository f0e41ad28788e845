import type { TracedRunBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../shared/browser/use-now.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { formatCost, formatCount } from '../../shared/design/numbers.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { formatDuration } from '../executions/status-labels.ts'
import { OrderHeading } from './order-heading.tsx'
import { runLabel } from './run-labels.ts'
import { StartedBy } from './started-by.tsx'
import type { TraceFilters } from './trace-queries.ts'

const shownCharacters = 120

interface TurnTableProps {
  readonly runs: readonly TracedRunBody[]
  readonly filters: TraceFilters
}

/** Turns with what they took. A wide table is scrolled in its own frame, also with the keyboard. */
export function TurnTable({ runs, filters }: TurnTableProps) {
  const now = useNow(5_000)
  return (
    <section
      aria-label="Turns"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard
      tabIndex={0}
      className="card overflow-x-auto outline-offset-[-2px]"
    >
      <table className="w-full min-w-[64rem] table-fixed text-left [&_td]:px-3 [&_th]:px-3">
        <caption className="sr-only">Turns</caption>
        <colgroup>
          <col className="w-26" />
          <col className="w-32" />
          <col />
          <col className="w-32" />
          <col className="w-16" />
          <col className="w-22" />
          <col className="w-22" />
          <col className="w-24" />
          <col className="w-26" />
        </colgroup>
        <thead className="h-8 text-xs text-ink-3 [&_th]:font-medium">
          <tr>
            <OrderHeading label="When" filters={filters} />
            <th scope="col">Agent</th>
            <th scope="col">Question</th>
            <th scope="col">Model</th>
            <OrderHeading label="Steps" order="steps" filters={filters} />
            <OrderHeading label="Tokens" order="tokens" filters={filters} />
            <OrderHeading label="Cost" order="cost" filters={filters} />
            <OrderHeading label="Duration" order="duration" filters={filters} />
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <TurnRow key={run.run_id} run={run} now={now} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface TurnRowProps {
  readonly run: TracedRunBody
  /** Up to which a turn that goes on has taken, in milliseconds. */
  readonly now: number
}

function TurnRow({ run, now }: TurnRowProps) {
  const { word, tone } = runLabel[run.status]
  const { started_at, finished_at, message, agent, models, steps, usage, cost } = run
  const ended = finished_at === null ? now : Date.parse(finished_at)
  const took = Math.max(0, ended - Date.parse(started_at))
  return (
    <tr className="h-9 border-t border-line hover:bg-hover">
      <td className="whitespace-nowrap text-xs text-ink-3">
        <Timestamp at={started_at} />
      </td>
      <td>
        {run.started_by.kind === 'person' ? (
          <Name text={agent?.name ?? 'No agent'} />
        ) : (
          <StartedBy run={run} />
        )}
      </td>
      <td>
        <Link
          to="/traces"
          search={{ trace_id: run.trace_id }}
          data-list-row
          title={renderAnnotations(message)}
          className="block truncate font-medium hover:underline"
        >
          <bdi>{renderAnnotations(message) || 'A turn'}</bdi>
        </Link>
      </td>
      <td>
        <Name text={models.join(', ')} />
      </td>
      <Figure>{steps === null ? 'unknown' : formatCount(steps)}</Figure>
      <Figure>{tokensOf(usage)}</Figure>
      <Figure>{cost === null ? 'unknown' : formatCost(cost)}</Figure>
      <Figure>{formatDuration(took)}</Figure>
      <td>
        <Badge tone={tone}>{word}</Badge>
      </td>
    </tr>
  )
}

function tokensOf(usage: TracedRunBody['usage']): string {
  const { input_tokens: input = null, output_tokens: output = null } = usage ?? {}
  return input === null || output === null ? 'unknown' : formatCount(input + output)
}

/** Somebody else’s name, as text. */
function Name({ text }: { readonly text: string }) {
  const shown = renderAnnotations(text)
  return (
    <bdi title={shown} className="block truncate text-xs text-ink-2">
      {shown.slice(0, shownCharacters)}
    </bdi>
  )
}

function Figure({ children }: { readonly children: string }) {
  return <td className="text-right text-xs tabular-nums text-ink-2">{children}</td>
}
