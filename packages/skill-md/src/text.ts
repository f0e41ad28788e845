export { countCharacters } from './base/characters.ts'
export type { Mark, MarkKind, TextPart } from './marks/mark.ts'
export { annotateHiddenCharacters } from './marks/mark-text.ts'
export { renderAnnotations } from './marks/render-annotations.ts'
