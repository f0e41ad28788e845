import { type ImportedAs, importedAs, importedAsWords } from '@repertoire/client'
import type { ImportResult } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { askAboutFindings, foundIn } from '../../shared/api/accept-findings.ts'
import { Badge, type BadgeVariant } from '../../shared/design/badge.tsx'
import { Button } from '../../shared/design/button.tsx'
import { classNames } from '../../shared/design/class-names.ts'
import { formatCount } from '../../shared/design/numbers.ts'
import { ImportRemark } from './review/import-remark.tsx'

const tones: Record<ImportedAs, BadgeVariant> = {
  created: 'good',
  beside: 'warn',
  updated: 'accent',
  replaced: 'warn',
  unchanged: 'neutral',
  refused: 'bad',
}
const outcomes = Object.keys(importedAsWords) as readonly ImportedAs[]
/** Listed only where there are any. */
const rare: ReadonlySet<ImportedAs> = new Set(['beside', 'replaced'])

function labelOf(outcome: ImportedAs): string {
  const word = importedAsWords[outcome]
  return word.charAt(0).toUpperCase() + word.slice(1)
}

interface ResultTableProps {
  readonly results: readonly ImportResult[]
  readonly busy: boolean
  readonly onRetry: (paths: ReadonlySet<string>) => void
  /** Sends one again that was refused for its findings, which the person read. */
  readonly onTake: (path: string, digest: string) => void
}

/** What became of each skill; the refused ones say why and can be sent again. */
export function ResultTable({ results, busy, onRetry, onTake }: ResultTableProps) {
  const [shown, setShown] = useState<ImportedAs | null>(null)
  if (results.length === 0) return null
  const refused = results.filter(({ status }) => status === 'refused')
  const countOf = (outcome: ImportedAs) =>
    results.filter((result) => importedAs(result) === outcome).length
  const listed = outcomes.filter((outcome) => countOf(outcome) > 0 || !rare.has(outcome))
  const visible = shown ? results.filter((result) => importedAs(result) === shown) : results
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-1.5">
        <Filter on={shown === null} onClick={() => setShown(null)}>
          All {formatCount(results.length)}
        </Filter>
        {listed.map((outcome) => (
          <Filter key={outcome} on={shown === outcome} onClick={() => setShown(outcome)}>
            {labelOf(outcome)} {formatCount(countOf(outcome))}
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
          <Row key={result.path} result={result} busy={busy} onTake={onTake} />
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

interface RowProps extends Pick<ResultTableProps, 'busy' | 'onTake'> {
  readonly result: ImportResult
}

function Row({ result, busy, onTake }: RowProps) {
  const found = result.problem ? foundIn(result.problem) : null
  const outcome = importedAs(result)
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-2 [contain-intrinsic-size:auto_44px] [content-visibility:auto]">
      <span className="w-full shrink-0 sm:w-24">
        <Badge tone={tones[outcome]}>{labelOf(outcome)}</Badge>
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
            <span className="ml-2 font-mono text-xs text-ink-3">
              {outcome === 'beside' && `${result.skill.slug} · `}
              {result.path}
            </span>
          )}
        </p>
        {result.problem && (
          <p className="text-xs text-bad-ink">
            {result.problem.message} {found ? '' : result.problem.hint}
          </p>
        )}
        {found && (
          <Button
            size="small"
            disabled={busy}
            onClick={async () => {
              if (await askAboutFindings(found)) onTake(result.path, found.digest)
            }}
          >
            Read what was found
          </Button>
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
