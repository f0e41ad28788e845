import { foldLines } from '../fast-text.ts'
import { type RawValue, unindentedLine } from './raw-value.ts'
import type { RepairedValue } from './repaired-value.ts'

/** `key: | text`, or a block whose lines are not indented: mark taken off, the rest is the text. */
export function repairBlockIndicator(value: RawValue): RepairedValue {
  const { entry, inlineText } = value
  const indicator = /^[|>][-+0-9]{0,2}/.exec(inlineText)?.[0] ?? ''
  const rest = inlineText.slice(indicator.length)
  const trailing = rest.trim()
  const filled = value.nextLines.filter((line) => line.text !== '')
  const indent = Math.min(...filled.map((line) => line.indent), 1024)
  const lines = [trailing, ...value.nextLines.map((line) => line.text.slice(indent))]
  const text = indicator[0] === '|' ? lines.join('\n') : foldLines(lines.map((line) => line.trim()))
  if (trailing !== '') {
    return {
      value: text.trim(),
      code: 'frontmatter.text-after-block-mark',
      offset: entry.valueStart + indicator.length + rest.indexOf(trailing),
      message: `Text stands on the same line as the block mark "${indicator}" of \`${entry.key}\`; it was read as the first line.`,
    }
  }
  return {
    value: text.trim(),
    code: 'frontmatter.indentation',
    offset: (unindentedLine(value) ?? filled[0])?.start ?? entry.valueStart,
    message: `The lines of the block \`${entry.key}\` are not indented evenly below their key; they were read as its text.`,
  }
}
