import type { ExecutionBody } from '@repertoire/protocol'
import { Download } from 'lucide-react'
import { formatBytes, plural } from '../../shared/design/numbers.ts'

/** Where a file an execution wrote is downloaded from. */
export function outputHref(id: string, path: string): string {
  const query = new URLSearchParams({ path })
  return `/api/v1/executions/${encodeURIComponent(id)}/outputs?${query}`
}

/** Paths told before the rest is a number. */
const maxSkippedShown = 20

/** What an execution wrote, to download, and what was left behind and why. */
export function ExecutionFiles({ execution }: { readonly execution: ExecutionBody }) {
  const { id, outputs, skipped } = execution
  const more = skipped.length - maxSkippedShown
  return (
    <>
      {outputs.length > 0 && (
        <ul aria-label="Files it wrote" className="flex max-h-48 flex-wrap gap-1.5 overflow-y-auto">
          {outputs.map(({ path, size }) => (
            <li key={path} className="max-w-full">
              <a
                href={outputHref(id, path)}
                download
                className="flex min-h-7 items-center gap-1.5 rounded-md border border-line bg-surface px-2 text-xs text-ink-2 hover:border-line-strong hover:text-ink"
              >
                <Download size={13} aria-hidden="true" className="shrink-0" />
                <span className="sr-only">Download </span>
                <span className="font-mono [overflow-wrap:anywhere]">{path}</span>
                <span className="shrink-0 text-ink-3">{formatBytes(size)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {skipped.length > 0 && (
        <ul aria-label="Files left behind" className="text-xs text-ink-2">
          {skipped.slice(0, maxSkippedShown).map(({ path, why }) => (
            <li key={path} className="[overflow-wrap:anywhere]">
              Left behind: <span className="font-mono">{path}</span>, {why}
            </li>
          ))}
          {more > 0 && <li>Left behind: {plural(more, 'more file')}</li>}
        </ul>
      )}
    </>
  )
}
