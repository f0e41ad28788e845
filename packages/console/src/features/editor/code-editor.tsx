import { Suspense } from 'react'
import { lazyComponent, loadOnce } from '../../shared/design/lazy-component.tsx'
import { Loading } from '../../shared/design/states.tsx'
import type { CodeEditorProps } from './code-editor-view.tsx'

/** The editor weighs much, and a skill is read more often than it is written. */
export const loadCodeEditor = loadOnce(() => import('./code-editor-view.tsx'))
const CodeEditorView = lazyComponent(loadCodeEditor, (module) => module.CodeEditorView)

/** A file as text, with remarks at their lines. Escape then Tab leaves it. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Loading label={`Loading the editor of ${props.label}`} />}>
      <CodeEditorView {...props} />
    </Suspense>
  )
}
