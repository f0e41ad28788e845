import {
  type EditorState,
  type Extension,
  Prec,
  RangeSetBuilder,
  StateField,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { annotateHiddenCharacters, type Mark, renderAnnotations } from '@repertoire/skill-md/text'
import { markClass } from '../design/marked-text.tsx'

/**
 * Marks of hidden and look-alike characters in a CodeMirror. Where the text is only read, a long run of blanks is one
 * mark; where it is written, the blanks stay. What is copied out of a text that is only read has the marks in it.
 */
export const codeMarks: Extension = [
  Prec.highest(
    StateField.define<DecorationSet>({
      create: marksOf,
      update: (marks, { docChanged, state }) => (docChanged ? marksOf(state) : marks),
      provide: (field) => [
        EditorView.decorations.from(field),
        EditorView.atomicRanges.of((view) => view.state.field(field)),
      ],
    }),
  ),
  EditorView.clipboardOutputFilter.of((text, state) =>
    state.readOnly ? renderAnnotations(text) : text,
  ),
]

class MarkWidget extends WidgetType {
  readonly #mark: Mark
  constructor(mark: Mark) {
    super()
    this.#mark = mark
  }
  override eq(other: MarkWidget): boolean {
    return other.#mark.label === this.#mark.label && other.#mark.detail === this.#mark.detail
  }
  override toDOM(): HTMLElement {
    const shown = document.createElement('mark')
    shown.className = markClass
    shown.title = this.#mark.detail
    shown.dataset.mark = this.#mark.kind
    shown.textContent = `⟨${this.#mark.label}⟩`
    return shown
  }
}

function marksOf(state: EditorState): DecorationSet {
  const found = new RangeSetBuilder<Decoration>()
  let at = 0
  for (const { text, mark } of annotateHiddenCharacters(state.doc.toString())) {
    const end = at + text.length
    if (mark) {
      const widget = new MarkWidget(mark)
      if (staysVisible(mark, state)) found.add(end, end, Decoration.widget({ widget, side: -1 }))
      else found.add(at, end, Decoration.replace({ widget }))
    }
    at = end
  }
  return found.finish()
}

/** A letter is shown with its mark behind it; so are blanks that somebody may be about to change. */
function staysVisible({ kind }: Mark, { readOnly }: EditorState): boolean {
  return kind === 'lookalike' || (kind === 'blank' && !readOnly)
}
