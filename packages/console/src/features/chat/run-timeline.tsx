import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import { useState } from 'react'
import { promptQuery } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { classNames } from '../../shared/design/class-names.ts'
import { Modal } from '../../shared/design/dialog.tsx'
import { Failed, Loading } from '../../shared/design/states.tsx'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerRating } from './answer-rating.tsx'
import { AnswerUsage } from './answer-usage.tsx'
import type { TurnView } from './conversation-view.ts'
import { ExpectedSkill } from './expected-skill.tsx'
import { timelineRows } from './timeline-rows.ts'
import { Json } from './tool-row.tsx'

type Detail = 'compact' | 'all' | 'json'
const details: readonly { readonly value: Detail; readonly label: string }[] = [
  { value: 'compact', label: 'Compact' },
  { value: 'all', label: 'All' },
  { value: 'json', label: 'JSON' },
]

interface RunTimelineProps {
  readonly conversationId: string
  readonly turn: TurnView
  readonly last: boolean
}

/** What can be done with an answer, and what happened in a run, event by event, and what the model was shown. */
export function RunTimeline({ conversationId, turn, last }: RunTimelineProps) {
  const [open, setOpen] = useState(false)
  const [detail, setDetail] = useState<Detail>('compact')
  const [digest, setDigest] = useState<string | null>(null)
  return (
    <div className="text-xs">
      <div className="flex flex-wrap items-center gap-x-3 text-ink-3">
        <AnswerActions turn={turn} last={last} />
        <AnswerRating conversationId={conversationId} turn={turn} />
        <ExpectedSkill turn={turn} />
        <AnswerUsage turn={turn} />
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-1.5 flex h-7 items-center gap-1.5 rounded-md px-1.5 hover:bg-hover hover:text-ink"
        >
          <Activity size={13} aria-hidden="true" /> Timeline
        </button>
      </div>
      {open && (
        <div className="card fade-in mt-2 p-3">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <fieldset className="flex gap-1">
              <legend className="sr-only">Detail</legend>
              {details.map(({ value, label }) => (
                <button
                  key={value}
                  type="button"
                  aria-pressed={detail === value}
                  onClick={() => setDetail(value)}
                  className={classNames(
                    'h-6 rounded-md px-2 text-ink-3 hover:text-ink',
                    detail === value && 'bg-hover font-medium text-ink',
                  )}
                >
                  {label}
                </button>
              ))}
            </fieldset>
            <Link
              to="/traces"
              search={{ trace_id: turn.traceId }}
              title="The whole trace"
              className="truncate font-mono text-xs text-ink-3 underline hover:text-ink"
            >
              {turn.traceId}
            </Link>
          </div>
          {detail === 'json' ? (
            <Json label="Events" value={turn.events} />
          ) : (
            <Rows turn={turn} detail={detail} onPrompt={setDigest} />
          )}
        </div>
      )}
      {digest && (
        <PromptDialog
          conversationId={conversationId}
          digest={digest}
          onClose={() => setDigest(null)}
        />
      )}
    </div>
  )
}

interface RowsProps {
  readonly turn: TurnView
  readonly detail: 'compact' | 'all'
  readonly onPrompt: (digest: string) => void
}

function Rows({ turn, detail, onPrompt }: RowsProps) {
  return (
    <ol className="flex flex-col">
      {timelineRows(turn.events, detail).map((row) => (
        <li
          key={row.id}
          className={classNames(
            'flex min-h-7 items-center gap-3',
            row.ofFork && 'ml-16 border-l-2 border-accent/30 pl-2',
          )}
        >
          <span className="w-14 shrink-0 text-right font-mono text-xs tabular-nums text-ink-3">
            {row.after === null ? '' : `+${(row.after / 1000).toFixed(2)} s`}
          </span>
          <span className="min-w-0 flex-1 py-0.5 [overflow-wrap:anywhere]">
            {row.ofFork && <span className="sr-only">Sub-agent: </span>}
            {row.words}
          </span>
          {row.promptDigest && (
            <Button size="small" variant="quiet" onClick={() => onPrompt(row.promptDigest ?? '')}>
              What the model saw
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}

interface PromptDialogProps {
  readonly conversationId: string
  readonly digest: string
  readonly onClose: () => void
}

function PromptDialog({ conversationId, digest, onClose }: PromptDialogProps) {
  const prompt = useQuery(promptQuery(conversationId, digest))
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title="What the model saw"
      description="The system prompt of this step, block by block, as it was recorded before the call."
    >
      {prompt.isPending && <Loading label="Loading the prompt" />}
      {prompt.isError && <Failed what="The prompt could not be read" error={prompt.error} />}
      <ol className="flex flex-col gap-2">
        {prompt.data?.system.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a recorded prompt never changes
          <li key={index}>
            <pre className="whitespace-pre-wrap rounded-md border border-line bg-inset p-3 font-mono text-xs [overflow-wrap:anywhere]">
              {block}
            </pre>
          </li>
        ))}
      </ol>
    </Modal>
  )
}
