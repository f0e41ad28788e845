import type { EditorView } from '@codemirror/view'

/** Measures an editor before it is first drawn, so that no line moves afterwards and its end is where it will stay. */
export function measureNow(view: EditorView): void {
  // An editor measures itself when it is asked for a place.
  view.coordsAtPos(0)
}
