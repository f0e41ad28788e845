import { foldLines } from '../fast-text.ts'
import type { RepairedValue } from './repaired-value.ts'
import { lineAtMargin, type WrittenValue } from './written-value.ts'

/** `key: | text`, or a block whose lines are not indented: mark taken off, the rest is the text. */
export function repairBlockMark(value: WrittenValue): RepairedValue {
  const { entry, beside } = value
  const mark = /^[|>][-+0-9]{0,2}/.exec(beside)?.[0] ?? ''
  const rest = beside.slice(mark.length)
  const behind = rest.trim()
  const filled = value.below.filter((line) => line.text !== '')
  const indent = Math.min(...filled.map((line) => line.indent), 1024)
  const lines = [behind, ...value.below.map((line) => line.text.slice(indent))]
  const text = mark[0] === '|' ? lines.join('\n') : foldLines(lines.map((line) => line.trim()))
  if (behind !== '') {
    return {
      value: text.trim(),
      code: 'frontmatter.text-after-block-mark',
      offset: entry.valueStart + mark.length + rest.indexOf(behind),
      message: `Text stands on the same line as the block mark "${mark}" of \`${entry.key}\`; it was read as the first line.`,
    }
  }
  return {
    value: text.trim(),
    code: 'frontmatter.indentation',
    offset: (lineAtMargin(value) ?? filled[0])?.start ?? entry.valueStart,
    message: `The lines of the block \`${entry.key}\` are not indented evenly below their key; they were read as its text.`,
  }
}
