import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatCount } from '../../shared/design/numbers.ts'
import type { SpanText } from './span-contents.ts'

/** More than this is read in the export. */
const shownCharacters = 20_000

interface SpanTextsProps {
  readonly texts: readonly SpanText[]
  /** Instead of no text. */
  readonly none: string
}

/** Somebody else’s texts, as text in which nothing is hidden. */
export function SpanTexts({ texts, none }: SpanTextsProps) {
  if (texts.length === 0) return <p className="text-ink-2">{none}</p>
  return texts.map(({ label, text }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: texts are only ever added at the end
    <div key={place}>
      <p className="mb-1 truncate text-xs text-ink-3">
        <MarkedText text={label.slice(0, 120)} />
      </p>
      <pre className="whitespace-pre-wrap rounded-md border border-line bg-inset p-2 font-mono text-xs [overflow-wrap:anywhere]">
        <MarkedText text={text.slice(0, shownCharacters)} />
      </pre>
      {text.length > shownCharacters && (
        <p className="mt-1 text-xs text-ink-3">
          {formatCount(text.length - shownCharacters)} more characters are in the export.
        </p>
      )}
    </div>
  ))
}
