import type { Diagnostic, LoadResult } from '@repertoire/skill-md'
import { useRef } from 'react'
import { MarkSummary } from '../../shared/reading/mark-summary.tsx'
import { BudgetLine } from './budget-line.tsx'
import type { CodeEditorHandle } from './code-editor.tsx'
import { CodeEditor } from './code-editor.tsx'
import { DiagnosticList } from './diagnostic-list.tsx'
import { SkillFields } from './skill-fields.tsx'

interface EditTabProps {
  readonly source: string
  readonly loaded: LoadResult
  /** What would make it better; shown with the remarks. */
  readonly advice: readonly Diagnostic[]
  readonly characters: number
  readonly onSource: (source: string) => void
  readonly enabled: boolean
  readonly onEnabled: (enabled: boolean) => void
  readonly scope: 'org' | 'user'
  readonly onScope?: (scope: 'org' | 'user') => void
  /** Why a skill for everybody cannot be made; absent where it can. */
  readonly onlyOwnBecause?: string
  readonly knownSlug: string
  readonly writable: boolean
}

/** Text and form side by side, with the remarks below the text. */
export function EditTab(props: EditTabProps) {
  const { source, loaded, advice, characters, onSource, writable, ...form } = props
  const remarks = [...loaded.diagnostics, ...advice]
  const editor = useRef<CodeEditorHandle>(null)
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex min-w-0 flex-col">
        <div className="empty:hidden [&:not(:empty)]:mb-3">
          <MarkSummary texts={[source]} />
        </div>
        <div className="h-[56vh] min-h-80 overflow-hidden rounded-[10px] border border-line focus-within:border-accent focus-within:outline-2 focus-within:outline-accent">
          <CodeEditor
            ref={editor}
            label="SKILL.md"
            value={source}
            onChange={onSource}
            diagnostics={remarks}
            readOnly={!writable}
          />
        </div>
        <div className="flex flex-wrap justify-between gap-x-4 px-1 py-2 text-xs text-ink-3">
          <BudgetLine characters={characters} />
          <span>Esc, then Tab leaves the text</span>
        </div>
        <DiagnosticList
          diagnostics={remarks}
          onJump={({ line, column }) => editor.current?.jumpTo(line, column)}
        />
      </div>
      <SkillFields
        source={source}
        loaded={loaded}
        onSource={onSource}
        disabled={!writable}
        {...form}
      />
    </div>
  )
}
