import { Compartment, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import { codeTheme } from '../code-theme.ts'
import { languageOf } from './language-of.ts'

interface CodeTextProps {
  readonly path: string
  readonly text: string
}

/** A file's text to read and to copy from. Invisible characters are shown as what they are. */
export function CodeText({ path, text }: CodeTextProps) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return
    const language = new Compartment()
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          basicSetup,
          language.of([]),
          codeTheme,
          EditorView.lineWrapping,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': path, 'aria-readonly': 'true' }),
        ],
      }),
    })
    let gone = false
    languageOf(path, text).then(
      (found) => gone || view.dispatch({ effects: language.reconfigure(found) }),
      // Without its colours a text can still be read.
      () => {},
    )
    return () => {
      gone = true
      view.destroy()
    }
  }, [path, text])
  return <div ref={host} className="h-full min-h-0 overflow-hidden [&_.cm-editor]:h-full" />
}
