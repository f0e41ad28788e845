import { asText, innerColon, type RawValue, unindentedLine } from './raw-value.ts'
import type { RepairedValue } from './repaired-value.ts'

/** A value without quotes that YAML reads as something else: it is taken as the text it looks like. */
export function repairPlain(value: RawValue): RepairedValue {
  const { entry, inlineText } = value
  const list = inlineList(value)
  if (list !== undefined) return list
  const text = asText(value)
  if (/^[@`%*&!,\]}|>#]/.test(inlineText)) {
    return {
      value: text,
      code: 'frontmatter.reserved-character',
      offset: entry.valueStart,
      message: `The value of \`${entry.key}\` starts with "${inlineText[0]}", which YAML reserves; it was read as text.`,
    }
  }
  const margin = unindentedLine(value)
  if (margin !== undefined) {
    return {
      value: text,
      code: 'frontmatter.indentation',
      offset: margin.start,
      message: `The value of \`${entry.key}\` goes on without indentation; the lines up to the next key were taken as its text.`,
    }
  }
  const colon = innerColon(value)
  if (colon !== undefined) {
    return {
      value: text,
      code: 'frontmatter.colon-unquoted',
      offset: colon,
      message: `The value of \`${entry.key}\` contains ": " without quotes; it was read as one text.`,
    }
  }
  return {
    value: text,
    code: 'frontmatter.unreadable-value',
    offset: entry.valueStart,
    message: `The value of \`${entry.key}\` is not YAML; it was read as text.`,
  }
}

/** `key: - a` with further items below, or a lonely `-`. */
function inlineList(value: RawValue): RepairedValue | undefined {
  const { entry, inlineText } = value
  if (!/^-(?: |$)/.test(inlineText)) return undefined
  const lines = [inlineText, ...value.nextLines.map((line) => line.text.trim())].filter(
    (line) => line !== '',
  )
  const isList = inlineText !== '-' && lines.every((line) => line.startsWith('- '))
  return {
    value: isList ? lines.map((line) => line.slice(2).trim()) : asText(value),
    code: 'frontmatter.dash-beside-key',
    offset: entry.valueStart,
    message: `A list cannot start on the line of \`${entry.key}\`; it was read as ${isList ? 'a list' : 'text'}.`,
  }
}
