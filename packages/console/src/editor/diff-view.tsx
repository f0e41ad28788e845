import { unifiedMergeView } from '@codemirror/merge'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { codeTheme } from './code-theme.ts'
import { languageOf } from './files/language-of.ts'
import { skillLanguage } from './skill-language.ts'

interface DiffViewProps {
  readonly label: string
  readonly before: string
  readonly after: string
  /** Its name says its language; SKILL.md when left out. */
  readonly path?: string
  /** Given: each change can be kept or taken back, and this hears the text that results. */
  readonly onChange?: (text: string) => void
}

/** Two texts as one, with what was removed and added. */
export function DiffView({ label, before, after, path, onChange }: DiffViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const change = useRef(onChange)
  change.current = onChange
  const merging = onChange !== undefined
  useEffect(() => {
    if (!host.current) return
    const language = new Compartment()
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          language.of(path === undefined ? skillLanguage : []),
          codeTheme,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorState.readOnly.of(!merging),
          unifiedMergeView({
            original: before,
            gutter: true,
            mergeControls: merging ? control : false,
            collapseUnchanged: { margin: 3, minSize: 6 },
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current?.(update.state.doc.toString())
          }),
        ],
      }),
    })
    let gone = false
    if (path !== undefined) {
      languageOf(path, after).then(
        (found) => gone || editor.dispatch({ effects: language.reconfigure(found) }),
        // Without its colours a text can still be read.
        () => {},
      )
    }
    return () => {
      gone = true
      editor.destroy()
    }
  }, [label, before, after, path, merging])
  return <div ref={host} className="card max-h-[65vh] overflow-auto [&_.cm-editor]:h-auto" />
}

function control(type: 'reject' | 'accept', action: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = type === 'accept' ? 'Keep mine' : 'Use theirs'
  button.onmousedown = (event) => action(event)
  button.onclick = (event) => {
    // Pressed with the keyboard: no mouse button went down before.
    if (event.detail === 0) action(event)
  }
  return button
}
