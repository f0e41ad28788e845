import { Compartment, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useLayoutEffect, useRef } from 'react'
import { codeTheme } from '../code/code-theme.ts'
import { languageOf } from '../code/language-of.ts'
import { measureNow } from '../code/measure-now.ts'
import { codeMarks } from './code-marks.ts'

export interface CodeTextProps {
  readonly path: string
  readonly text: string
}

/** A file's text to read and to copy from. What would not be seen is marked as what it is. */
export function CodeTextView({ path, text }: CodeTextProps) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
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
          codeMarks,
          EditorView.lineWrapping,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': path, 'aria-readonly': 'true' }),
        ],
      }),
    })
    measureNow(view)
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
