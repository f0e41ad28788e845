import type { Diagnostic } from '@repertoire/skill-md'
import { useRef } from 'react'
import { classNames } from '../../shared/design/class-names.ts'
import { MarkSummary } from '../../shared/reading/mark-summary.tsx'
import { BudgetLine } from './budget-line.tsx'
import { CodeEditor } from './code-editor.tsx'
import type { CodeEditorHandle } from './code-editor-view.tsx'
import { DiagnosticList } from './diagnostic-list.tsx'

interface SkillMdPaneProps {
  readonly source: string
  readonly remarks: readonly Diagnostic[]
  readonly characters: number
  readonly onSource: (source: string) => void
  readonly writable: boolean
  /** Takes the height there is; else a part of the window. */
  readonly fills?: boolean
}

/** SKILL.md as text, with what it costs and the remarks below it. */
export function SkillMdPane(props: SkillMdPaneProps) {
  const { source, remarks, characters, onSource, writable, fills = false } = props
  const editor = useRef<CodeEditorHandle>(null)
  return (
    <div className={classNames('flex min-w-0 flex-col', fills && 'min-h-0 flex-1')}>
      <div className={classNames('empty:hidden [&:not(:empty)]:mb-3', fills && 'px-3 pt-3')}>
        <MarkSummary texts={[source]} />
      </div>
      <div
        className={classNames(
          'overflow-hidden',
          fills
            ? 'min-h-48 flex-1'
            : 'h-[56vh] min-h-80 rounded-[10px] border border-line focus-within:border-accent focus-within:outline-2 focus-within:outline-accent',
        )}
      >
        <CodeEditor
          ref={editor}
          label="SKILL.md"
          value={source}
          onChange={onSource}
          diagnostics={remarks}
          readOnly={!writable}
        />
      </div>
      <div
        className={classNames(
          'flex flex-wrap justify-between gap-x-4 py-2 text-xs text-ink-3',
          fills ? 'border-t border-line px-3' : 'px-1',
        )}
      >
        <BudgetLine characters={characters} />
        <span>Esc, then Tab leaves the text</span>
      </div>
      <div className={classNames(fills && 'max-h-40 overflow-y-auto px-3 [&:not(:empty)]:pb-3')}>
        <DiagnosticList
          diagnostics={remarks}
          onJump={({ line, column }) => editor.current?.jumpTo(line, column)}
        />
      </div>
    </div>
  )
}
