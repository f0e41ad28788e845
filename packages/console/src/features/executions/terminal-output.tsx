import { useLayoutEffect, useRef } from 'react'
import { classNames } from '../../shared/design/class-names.ts'
import type { ExecutionView } from './execution-view.ts'

interface TerminalOutputProps {
  /** Whose output it is. */
  readonly label: string
  readonly view: ExecutionView
}

const nothingYet = {
  queued: 'It begins when there is a place for it.',
  installing: 'What it needs is installed first. That does not count as its time.',
  running: 'Nothing printed yet.',
} as const

/** Pixels from the end that still count as reading along. */
const nearEnd = 24

/** What was printed, as plain text. It stays at its end until somebody scrolls back. */
export function TerminalOutput({ label, view }: TerminalOutputProps) {
  const box = useRef<HTMLElement>(null)
  const along = useRef(true)
  const { parts, cut, status, end } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: new output is what moves it
  useLayoutEffect(() => {
    const node = box.current
    if (node && along.current) node.scrollTop = node.scrollHeight
  }, [parts])
  return (
    <section
      ref={box}
      aria-label={`Output of ${label}`}
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long output is scrolled with the keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        along.current = scrollHeight - scrollTop - clientHeight < nearEnd
      }}
      className="max-h-80 overflow-auto rounded-md border border-line bg-inset p-2 font-mono text-xs text-ink"
    >
      {cut && <p className="text-ink-3">Only the end of the output is shown.</p>}
      {parts.length === 0 && (
        <p className="text-ink-3">{end ? 'It printed nothing.' : nothingYet[status]}</p>
      )}
      {parts.map(({ id, stream, text }) => (
        <div
          key={id}
          className={classNames(
            'flex gap-2',
            stream === 'stderr' && 'my-0.5 border-l-2 border-warn pl-2',
          )}
        >
          {stream === 'stderr' && (
            <span className="shrink-0 select-none text-warn-ink">stderr</span>
          )}
          <pre className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</pre>
        </div>
      ))}
    </section>
  )
}
