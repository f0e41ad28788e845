import type { ReactNode } from 'react'
import { isUnreachable, problemOf } from '../api/problem.ts'
import { useOfflineSince } from '../api/reachability.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Notice } from './notice.tsx'

interface EmptyProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** Nothing here yet, and what to do about it. */
export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="flex max-w-[720px] flex-col items-start py-6">
      <div className="mb-3 flex size-9 items-center justify-center rounded-lg border border-line bg-surface text-ink-3">
        {icon}
      </div>
      <h2 className="mb-1">{title}</h2>
      <div className="text-ink-2 text-pretty">{children}</div>
      {action && <div className="mt-5 flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}

/** What stands at an address that has nothing, instead of a page. */
export function EmptyPage(props: EmptyProps) {
  return (
    <div className="px-4 sm:px-8">
      <Empty {...props} />
    </div>
  )
}

/** Grey bars where rows will be. */
export function Loading({ rows = 4, label }: { readonly rows?: number; readonly label: string }) {
  if (useOfflineSince() !== null) return <SlowNotice />
  return (
    <div role="status" className="flex flex-col gap-3 p-4">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row, index) => (
        <div
          key={row}
          className={classNames(
            'pulse-soft h-4 rounded bg-hover',
            index % 3 === 1 && 'w-2/3',
            index % 3 === 2 && 'w-5/6',
          )}
        />
      ))}
    </div>
  )
}

/** Instead of grey bars that would stand for ever. */
function SlowNotice() {
  return (
    <p role="status" className="p-4 text-ink-2">
      The server does not answer. This is loaded as soon as it does.
    </p>
  )
}

interface FailedProps {
  readonly what: string
  readonly error: unknown
  readonly onRetry?: () => void
}

/** What could not be done, the server's own words about it, and a way on. */
export function Failed({ what, error, onRetry }: FailedProps) {
  const offline = useOfflineSince() !== null
  if (offline && isUnreachable(error)) return <SlowNotice />
  const problem = problemOf(error)
  return (
    <div className="p-4">
      <Notice
        tone="bad"
        urgent
        title={what}
        actions={
          onRetry && (
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        <p>{problem.message}</p>
        {problem.hint && <p>{problem.hint}</p>}
        {problem.trace_id && <p className="mt-1 font-mono">Trace {problem.trace_id}</p>}
      </Notice>
    </div>
  )
}

interface ReadQuery {
  readonly error: unknown
  refetch(): Promise<unknown>
}

/** What could not be read, which can be tried again. */
export function FailedQuery({ what, query }: { readonly what: string; readonly query: ReadQuery }) {
  return <Failed what={what} error={query.error} onRetry={() => void query.refetch()} />
}

/** `Deleted skills` as it stands within a sentence. */
export function within(what: string): string {
  return what.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
}

interface QueryPlaceholderProps {
  readonly for: ReadQuery & { readonly isPending: boolean; readonly isError: boolean }
  /** What is read, as a sentence begins with it: `Deleted skills`. */
  readonly what: string
  readonly rows?: number
}

/** While something is read, that it is; and when it cannot be, why. */
export function QueryPlaceholder({ for: query, what, rows }: QueryPlaceholderProps) {
  return (
    <>
      {query.isPending && (
        <Loading label={`Loading ${within(what)}`} {...(rows !== undefined && { rows })} />
      )}
      {query.isError && <FailedQuery what={`${what} could not be read`} query={query} />}
    </>
  )
}
