import type { ImportResult } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge, type Tone } from '../design/badge.tsx'
import { Button } from '../design/button.tsx'
import { classNames } from '../design/class-names.ts'
import { formatCount } from '../design/numbers.ts'
import { ImportRemark } from './review/import-remark.tsx'

const looks: Record<ImportResult['status'], { readonly text: string; readonly tone: Tone }> = {
  created: { text: 'Created', tone: 'good' },
  updated: { text: 'Updated', tone: 'accent' },
  unchanged: { text: 'Unchanged', tone: 'neutral' },
  refused: { text: 'Refused', tone: 'bad' },
}
const statuses = ['created', 'updated', 'unchanged', 'refused'] as const

interface ResultTableProps {
  readonly results: readonly ImportResult[]
  readonly busy: boolean
  readonly onRetry: (paths: ReadonlySet<string>) => void
}

/** What became of each skill; the refused ones say why and can be sent again. */
export function ResultTable({ results, busy, onRetry }: ResultTableProps) {
  const [shown, setShown] = useState<ImportResult['status'] | null>(null)
  if (results.length === 0) return null
  const refused = results.filter(({ status }) => status === 'refused')
  const visible = shown ? results.filter(({ status }) => status === shown) : results
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-1.5">
        <Filter on={shown === null} onClick={() => setShown(null)}>
          All {formatCount(results.length)}
        </Filter>
        {statuses.map((status) => (
          <Filter key={status} on={shown === status} onClick={() => setShown(status)}>
            {looks[status].text}{' '}
            {formatCount(results.filter((result) => result.status === status).length)}
          </Filter>
        ))}
        {refused.length > 0 && !busy && (
          <Button
            size="small"
            className="ml-auto"
            onClick={() => onRetry(new Set(refused.map(({ path }) => path)))}
          >
            Retry {formatCount(refused.length)} refused
          </Button>
        )}
      </div>
      <ul aria-label="Results" className="card divide-y divide-line overflow-hidden">
        {visible.map((result) => (
          <Row key={result.path} result={result} />
        ))}
      </ul>
    </>
  )
}

interface FilterProps {
  readonly on: boolean
  readonly onClick: () => void
  readonly children: React.ReactNode
}

function Filter({ on, onClick, children }: FilterProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className={classNames(
        'h-7 rounded-full border px-3 text-xs tabular-nums',
        on
          ? 'border-accent bg-accent-soft text-accent-ink'
          : 'border-line text-ink-2 hover:bg-hover',
      )}
    >
      {children}
    </button>
  )
}

function Row({ result }: { readonly result: ImportResult }) {
  const { text, tone } = looks[result.status]
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-2 [contain-intrinsic-size:auto_44px] [content-visibility:auto]">
      <span className="w-full shrink-0 sm:w-24">
        <Badge tone={tone}>{text}</Badge>
      </span>
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p>
          {result.skill ? (
            <Link
              to="/skills/$id"
              params={{ id: result.skill.id }}
              className="font-medium hover:underline"
            >
              {result.skill.name}
            </Link>
          ) : (
            <span className="font-mono text-xs">{result.path}</span>
          )}
          {result.skill && (
            <span className="ml-2 font-mono text-2xs text-ink-3">{result.path}</span>
          )}
        </p>
        {result.problem && (
          <p className="text-xs text-bad-ink">
            {result.problem.message} {result.problem.hint}
          </p>
        )}
        {result.diagnostics.slice(0, 3).map((diagnostic) => (
          <p
            key={`${diagnostic.code}-${diagnostic.line}-${diagnostic.column}`}
            className="text-xs text-ink-3"
          >
            <ImportRemark remark={diagnostic} />
          </p>
        ))}
      </div>
      {result.repaired && <Badge tone="warn">Repaired</Badge>}
    </li>
  )
}
