import { classNames } from '../../shared/design/class-names.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { ReadPart } from '../../shared/reading/reading.tsx'
import { type LineChange, lineChanges } from './line-changes.ts'

interface MemoryDiffProps {
  readonly label: string
  readonly before: string
  readonly after: string
}

const looks = {
  same: { sign: ' ', said: '', look: 'text-ink-2' },
  added: { sign: '+', said: 'Added: ', look: 'bg-good-soft text-good-ink' },
  removed: { sign: '−', said: 'Removed: ', look: 'bg-bad-soft text-bad-ink' },
} as const

/** What a change does to a short text, line by line. */
export function MemoryDiff({ label, before, after }: MemoryDiffProps) {
  const changes = lineChanges(before, after)
  if (changes.length === 0) return <p className="text-xs text-ink-3">Nothing is remembered.</p>
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs text-ink-3">{countsOf(changes)}</p>
      <section
        aria-label={`${label}, to scroll`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts are scrolled with the keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-md border border-line bg-inset py-1 text-xs"
      >
        <ReadPart id="memory" label={label} content={`${before}\0${after}`}>
          <ol aria-label={label}>
            {changes.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
              <Line key={index} change={change} />
            ))}
          </ol>
        </ReadPart>
      </section>
    </div>
  )
}

/** `3 lines: 1 added, 1 removed` */
function countsOf(changes: readonly LineChange[]): string {
  const of = (wanted: LineChange['kind']) => changes.filter(({ kind }) => kind === wanted).length
  return `${plural(changes.length, 'line')}: ${of('added')} added, ${of('removed')} removed`
}

function Line({ change: { kind, text } }: { readonly change: LineChange }) {
  const { sign, said, look } = looks[kind]
  return (
    <li className={classNames('flex gap-2 px-2 py-0.5', look)}>
      <span aria-hidden="true" className="w-3 shrink-0 text-center font-mono">
        {sign}
      </span>
      <span className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {said && <span className="sr-only">{said}</span>}
        <MarkedText text={text} />
      </span>
    </li>
  )
}
