import { getChunks, unifiedMergeView } from '@codemirror/merge'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useLayoutEffect, useRef, useState } from 'react'
import { codeTheme } from '../code/code-theme.ts'
import { languageOf } from '../code/language-of.ts'
import { measureNow } from '../code/measure-now.ts'
import { skillLanguage } from '../code/skill-language.ts'
import { Button } from '../design/button.tsx'
import { codeMarks } from './code-marks.ts'
import { PartBody } from './reading.tsx'
import type { RequiredPart } from './reading-record.ts'

export interface DiffViewProps {
  readonly label: string
  readonly before: string
  readonly after: string
  /** Its name says its language; SKILL.md when left out. */
  readonly path?: string
  /** Given: each change can be kept or taken back, and this hears the text that results. */
  readonly onChange?: (text: string) => void
  /** What the two choices of each change are called. */
  readonly choices?: DiffChoices
  /** Given: its end is watched as the end of this part of an approval. */
  readonly part?: RequiredPart
}

interface DiffChoices {
  readonly accept: string
  readonly reject: string
}

const savedOrMine: DiffChoices = { accept: 'Keep mine', reject: 'Use the saved one' }

/** Unchanged lines around a change that are always shown, and the fewest that are folded into one line with their count. */
const margin = 3
const minSize = 6

/** Two texts as one, with what was removed and added. */
export function DiffEditor(props: DiffViewProps) {
  const { label, before, after, path, onChange, choices = savedOrMine, part } = props
  const host = useRef<HTMLDivElement>(null)
  const change = useRef(onChange)
  change.current = onChange
  const words = useRef(choices)
  words.current = choices
  const merging = onChange !== undefined
  const [whole, setWhole] = useState(false)
  const [folds, setFolds] = useState(false)
  useLayoutEffect(() => {
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
          codeMarks,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorState.readOnly.of(!merging),
          unifiedMergeView({
            original: before,
            gutter: true,
            mergeControls: merging ? (kind, act) => control(words.current[kind], act) : false,
            ...(whole ? {} : { collapseUnchanged: { margin, minSize } }),
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current?.(update.state.doc.toString())
          }),
        ],
      }),
    })
    measureNow(editor)
    setFolds(whole || foldsLines(editor.state))
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
  }, [label, before, after, path, merging, whole])
  const editor = <div ref={host} className="[&_.cm-editor]:h-auto" />
  return (
    <div className="flex flex-col gap-2">
      {folds && !merging && (
        <Button
          size="small"
          aria-pressed={whole}
          className="self-end"
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Fold unchanged lines' : 'Show unchanged lines'}
        </Button>
      )}
      <div className="card max-h-[65vh] overflow-auto">
        {part ? <PartBody {...part}>{editor}</PartBody> : editor}
      </div>
    </div>
  )
}

/** Whether unchanged lines are folded away between, before or behind the changes. */
function foldsLines(state: EditorState): boolean {
  const { doc } = state
  let from = 1
  for (const { fromB, endB } of getChunks(state)?.chunks ?? []) {
    const to = doc.lineAt(Math.min(fromB, doc.length)).number - 1 - margin
    if (to - from + 1 >= minSize) return true
    from = doc.lineAt(Math.min(endB, doc.length)).number + 1 + margin
  }
  return doc.lines - from + 1 >= minSize
}

function control(label: string, action: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = label
  button.onmousedown = (event) => action(event)
  button.onclick = (event) => {
    // Pressed with the keyboard: no mouse button went down before.
    if (event.detail === 0) action(event)
  }
  return button
}
