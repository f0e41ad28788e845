/** The longest stretch of blanks on one line that is left as it is, in UTF-16 units. */
export const maxBlanks = 64
/** The most line breaks in a row that are left as they are. */
export const maxLineBreaks = 4

interface Stretch {
  readonly text: string
  /** Too long to be looked over. */
  readonly long: boolean
}

/** Splits a run of blanks into those before its first line break, between the line breaks, and after the last one. */
export function groupRuns(run: string): readonly Stretch[] {
  const first = run.indexOf('\n')
  if (first < 0) return [stretch(run)]
  const last = run.lastIndexOf('\n')
  const between = run.slice(first + 1, last)
  const breaks = between.split('\n')
  const long = breaks.length >= maxLineBreaks || breaks.some((line) => line.length > maxBlanks)
  const parts = [
    stretch(run.slice(0, first)),
    { text: '\n', long: false },
    { text: between, long: long && between !== '' },
    ...(last > first ? [{ text: '\n', long: false }] : []),
    stretch(run.slice(last + 1)),
  ]
  return parts.filter(({ text }) => text !== '')
}

function stretch(text: string): Stretch {
  return { text, long: text.length > maxBlanks }
}

/** `5,000 spaces`; `37 blank lines, 1,200 spaces, 3 × no-break space`. */
export function blanksLabel(text: string, others: readonly string[]): string {
  const lines = text.includes('\n') ? text.split('\n').length : 0
  const spaces = count(text, ' ')
  const said = [
    lines > 0 ? plural(lines, 'blank line') : '',
    spaces > 0 && (lines === 0 || spaces > maxBlanks) ? plural(spaces, 'space') : '',
    plural(count(text, '\t'), 'tab'),
    ...others,
  ]
  return said.filter((one) => one !== '').join(', ')
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

/** Empty for none. */
function plural(number: number, word: string): string {
  if (number === 0) return ''
  return `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`
}
