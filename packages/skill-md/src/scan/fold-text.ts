import { latinLetter } from '../marks/lookalikes.ts'

const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu
const unusualSpace = /[^\S\n ]/g
const notPlain = /[^\n\t -~]/gu

/**
 * The text as a model reads it: small letters, compatibility forms and look-alikes as plain letters, no invisible
 * characters, plain blanks. Lines stay lines; other offsets change.
 */
export function foldText(text: string): string {
  const plain = notPlain.test(text) ? foldUnusual(text) : text
  notPlain.lastIndex = 0
  return plain.toLowerCase().replace(unusualSpace, ' ')
}

function foldUnusual(text: string): string {
  const visible = text.replace(/\r\n?/g, '\n').replace(invisible, '')
  return visible.replace(notPlain, (character) => latinLetter(character) ?? character)
}
