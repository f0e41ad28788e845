import { annotateHiddenCharacters } from './mark-text.ts'

/** Text in which nothing is hidden, for titles and labels: what is marked is named, `⟨right-to-left override⟩`. */
export function renderAnnotations(text: string): string {
  return annotateHiddenCharacters(text)
    .map(({ text, mark }) => {
      if (mark === null) return text
      return `${mark.kind === 'lookalike' ? text : ''}⟨${mark.label}⟩`
    })
    .join('')
}
