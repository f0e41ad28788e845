import { foldLines } from '../fast-text.ts'
import { nextKeyLine, type RawValue } from './raw-value.ts'
import type { RepairedValue } from './repaired-value.ts'

/** Repairs `key: | text`, and a block scalar whose lines are not indented: drops the indicator and keeps the text. */
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
      message: `Text follows the block indicator "${indicator}" of \`${entry.key}\` on the same line; it was read as the first line.`,
    }
  }
  return {
    value: text.trim(),
    code: 'frontmatter.indentation',
    offset: (nextKeyLine(value) ?? filled[0])?.start ?? entry.valueStart,
    message: `The lines of the block \`${entry.key}\` are not indented evenly; they were read as its text.`,
  }
}
