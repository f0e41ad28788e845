import { foldLines } from '../fast-text.ts'
import { asText, nextKeyLine, type RawValue } from './raw-value.ts'
import type { RepairedValue } from './repaired-value.ts'

/** Repairs an invalid quoted value: an unclosed quote, trailing text, a bad escape, or unindented lines. */
export function repairQuoted(value: RawValue): RepairedValue {
  const { entry, raw } = value
  const quote = raw[0] as string
  const close = closingQuote(raw, quote)
  if (close === -1) {
    return {
      value: asText(value, value.inlineText.slice(1)),
      code: 'frontmatter.quote-unclosed',
      offset: entry.valueStart,
      message: `The quote that opens the value of \`${entry.key}\` is not closed; it was left out.`,
    }
  }
  if (close < raw.length - 1) return textAfterQuote(value, close)
  const margin = nextKeyLine(value)
  const lines = raw
    .slice(1, close)
    .split('\n')
    .map((line) => line.trim())
  const text = margin === undefined ? foldLines(lines) : lines.join('\n')
  const backslash = raw.indexOf('\\')
  if (quote === '"' && backslash !== -1 && !validEscapes(text)) {
    return {
      value: text.replaceAll('\\"', '"').trim(),
      code: 'frontmatter.bad-escape',
      offset: entry.valueStart + raw.search(/\\[^"\\/bfnrtu0abevNLP_xU ]|\\/),
      message: `The value of \`${entry.key}\` has a backslash escape that YAML does not know; backslashes were kept unchanged.`,
    }
  }
  return {
    value: withoutEscapes(text, quote).trim(),
    code: 'frontmatter.indentation',
    offset: margin?.start ?? entry.valueStart,
    message: `The quoted value of \`${entry.key}\` continues without indentation; its lines were read unchanged.`,
  }
}

function textAfterQuote(value: RawValue, close: number): RepairedValue {
  const { entry, raw } = value
  const quote = raw[0] as string
  const trailing = raw.slice(close + 1)
  const message = `Text follows the closing quote of \`${entry.key}\`; the whole value was read as text.`
  const code = 'frontmatter.text-after-quote'
  if (/^[ \t]*\r?\n/.test(trailing)) {
    const further = foldLines(
      trailing
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    )
    const skipped = trailing.length - trailing.trimStart().length
    const text = `${withoutEscapes(raw.slice(1, close), quote).trim()} ${further}`
    return { value: text, code, message, offset: entry.valueStart + close + 1 + skipped }
  }
  const wrapsQuotes =
    raw.endsWith(quote) && (/\w/.test(trailing[0] ?? '') || /\s/.test(raw[close - 1] ?? ''))
  const text = asText(value)
  return {
    value: wrapsQuotes ? text.slice(1, -1).replaceAll(`\\${quote}`, quote) : text,
    code,
    message,
    offset: entry.valueStart + close + 1,
  }
}

function closingQuote(raw: string, quote: string): number {
  for (let at = 1; at < raw.length; at++) {
    if (quote === '"' && raw[at] === '\\') at++
    else if (raw[at] === quote) {
      if (quote === '"' || raw[at + 1] !== "'") return at
      at++
    }
  }
  return -1
}

function validEscapes(text: string): boolean {
  return withoutDoubleEscapes(text) !== undefined
}

function withoutEscapes(text: string, quote: string): string {
  return quote === "'" ? text.replaceAll("''", "'") : (withoutDoubleEscapes(text) ?? text)
}

function withoutDoubleEscapes(text: string): string | undefined {
  try {
    return JSON.parse(
      `"${text.replaceAll('\t', '\\t').replaceAll('\r', '').replaceAll('\n', '\\n')}"`,
    ) as string
  } catch {
    return undefined
  }
}
