import { truncate } from './characters.ts'

/** The characters of a description that a model is shown; the file keeps the whole text. */
export const maxDescriptionLength = 1024

/** The description as lists, indexes and models get it: cut at a whole character, with an ellipsis. */
export function shownDescription(written: string): string {
  return truncate(written, maxDescriptionLength)
}
