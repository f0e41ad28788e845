import { indentWithTab } from '@codemirror/commands'
import { type Diagnostic as LintDiagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Text } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import type { Diagnostic } from '@repertoire/skill-md'
import { basicSetup } from 'codemirror'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { codeTheme } from '../../shared/code/code-theme.ts'
import { languageOf } from '../../shared/code/language-of.ts'
import { skillLanguage } from '../../shared/code/skill-language.ts'
import { codeMarks } from '../../shared/reading/code-marks.ts'
import { completeFrontmatter } from './frontmatter-completion.ts'

export interface CodeEditorHandle {
  /** Puts the cursor at a 1-based place and shows it. */
  readonly jumpTo: (line: number, column: number) => void
}

export interface CodeEditorProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly diagnostics?: readonly Diagnostic[]
  /** Path in the package. */
  readonly label: string
  readonly readOnly?: boolean
  readonly ref?: Ref<CodeEditorHandle>
}

const none: readonly Diagnostic[] = []
const ofSkillMd = [skillLanguage, completeFrontmatter]

/** A file as text, with remarks at their lines. Escape then Tab leaves it. */
export function CodeEditorView({
  value,
  onChange,
  diagnostics = none,
  label,
  readOnly = false,
  ref,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const change = useRef(onChange)
  change.current = onChange
  const first = useRef(value)
  useEffect(() => {
    if (!host.current) return
    const isSkillMd = label === 'SKILL.md'
    const language = new Compartment()
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          basicSetup,
          keymap.of([indentWithTab]),
          language.of(isSkillMd ? ofSkillMd : []),
          lintGutter(),
          codeTheme,
          codeMarks,
          EditorView.lineWrapping,
          EditorState.readOnly.of(readOnly),
          // In the tab order as it is; axe does not know it of what is edited in place.
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    let gone = false
    if (!isSkillMd) {
      languageOf(label, first.current).then(
        (found) => gone || editor.dispatch({ effects: language.reconfigure(found) }),
        // Without its colours a text can still be written.
        () => {},
      )
    }
    return () => {
      gone = true
      editor.destroy()
    }
  }, [label, readOnly])
  useEffect(() => {
    const editor = view.current
    first.current = value
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const found = diagnostics.map((diagnostic) => toLint(editor.state.doc, diagnostic))
    editor.dispatch(setDiagnostics(editor.state, found))
  }, [diagnostics])
  useImperativeHandle(ref, () => ({
    jumpTo(line, column) {
      const editor = view.current
      if (!editor) return
      const at = offsetOf(editor.state.doc, line, column)
      editor.dispatch({
        selection: { anchor: at },
        effects: EditorView.scrollIntoView(at, { y: 'center' }),
      })
      editor.focus()
    },
  }))
  return <div ref={host} className="h-full min-h-0 overflow-hidden [&_.cm-editor]:h-full" />
}

/** The place of a 1-based line and column, kept inside the text. */
function offsetOf(text: Text, line: number, column: number): number {
  const at = text.line(Math.min(Math.max(1, line), text.lines))
  return Math.min(at.from + Math.max(0, column - 1), at.to)
}

function toLint(text: Text, diagnostic: Diagnostic): LintDiagnostic {
  const from = offsetOf(text, diagnostic.line, diagnostic.column)
  const end = diagnostic.endLine
    ? offsetOf(text, diagnostic.endLine, diagnostic.endColumn ?? 1)
    : from
  return {
    from,
    to: Math.max(from, end),
    severity: diagnostic.severity,
    message: diagnostic.fix ? `${diagnostic.message} → ${diagnostic.fix}` : diagnostic.message,
    source: diagnostic.code,
  }
}
