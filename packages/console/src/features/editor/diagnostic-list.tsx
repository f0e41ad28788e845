import type { Diagnostic } from '@repertoire/skill-md'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'

const looks = {
  error: { icon: CircleAlert, word: 'Error', colour: 'text-bad-ink' },
  warning: { icon: TriangleAlert, word: 'Warning', colour: 'text-warn-ink' },
  info: { icon: Info, word: 'Note', colour: 'text-accent-ink' },
} as const

interface DiagnosticListProps {
  readonly diagnostics: readonly Diagnostic[]
  readonly onJump: (diagnostic: Diagnostic) => void
}

/** Every remark about the text; pressing one goes to its line. */
export function DiagnosticList({ diagnostics, onJump }: DiagnosticListProps) {
  if (diagnostics.length === 0) {
    return (
      <p className="flex items-center gap-2 px-1 py-1.5 text-xs text-ink-3">
        <CircleCheck size={14} aria-hidden="true" className="text-good" /> Nothing to remark.
      </p>
    )
  }
  return (
    <ul aria-label="Remarks" className="max-h-40 overflow-y-auto">
      {diagnostics.map((diagnostic, index) => {
        const { icon: Icon, word, colour } = looks[diagnostic.severity]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two remarks may be alike in everything
          <li key={index}>
            <button
              type="button"
              onClick={() => onJump(diagnostic)}
              className="flex w-full items-start gap-2 rounded-md px-1 py-1 text-left text-xs hover:bg-hover"
            >
              <Icon size={14} aria-hidden="true" className={`mt-0.5 shrink-0 ${colour}`} />
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <span className={`font-medium ${colour}`}>{word}</span>{' '}
                <span className="text-ink-3">
                  line {diagnostic.line}:{diagnostic.column}
                </span>{' '}
                {diagnostic.message}
                {diagnostic.fix && <span className="text-ink-3"> → {diagnostic.fix}</span>}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
