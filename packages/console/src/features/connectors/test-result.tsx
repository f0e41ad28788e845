import type { CheckedConnectorBody } from '@repertoire/protocol'
import { useState } from 'react'
import { useNow } from '../../shared/browser/use-now.ts'

/** How many tools are named; the list below has all. */
const maxNamed = 8

/** While a test takes longer than a second: that it goes on, and for how long. */
export function TestProgress() {
  const [startedAt] = useState(() => Date.now())
  const seconds = Math.floor((useNow(1_000) - startedAt) / 1_000)
  return (
    <>
      Connecting{' '}
      {seconds > 0 && (
        <span className="tabular-nums" aria-hidden="true">
          {seconds} s
        </span>
      )}
    </>
  )
}

/** What a test found that succeeded. The names are the server's own. */
export function TestFound({ found }: { readonly found: CheckedConnectorBody }) {
  const { tool_names: names } = found
  const shown = names.slice(0, maxNamed).join(', ')
  const more = names.length - maxNamed
  return (
    <span className="text-good-ink [overflow-wrap:anywhere]">
      Works: {names.length === 1 ? '1 tool' : `${names.length} tools`}
      {names.length > 0 && `: ${shown}`}
      {more > 0 && ` and ${more} more`}
    </span>
  )
}
