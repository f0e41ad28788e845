import { asText, innerColon, nextKeyLine, type RawValue } from './raw-value.ts'
import type { RepairedValue } from './repaired-value.ts'

/** Reads an unquoted value as text where YAML would read something else. */
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
  const margin = nextKeyLine(value)
  if (margin !== undefined) {
    return {
      value: text,
      code: 'frontmatter.indentation',
      offset: margin.start,
      message: `The value of \`${entry.key}\` continues without indentation; the lines up to the next key were read as its text.`,
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

/** `key: - a` with more items on the next lines, or a single `-`. */
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
