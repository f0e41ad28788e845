import { asText, type RawValue } from './raw-value.ts'
import { readSnippet } from './read-snippet.ts'
import { repairPlain } from './repair-plain.ts'
import type { RepairedValue } from './repaired-value.ts'

/** Repairs a value that starts with `[` or `{`: closes brackets and indents lines; otherwise keeps it as text. */
export function repairFlow(value: RawValue): RepairedValue {
  const { entry, raw } = value
  const { missing, closedAt } = scanBrackets(raw)
  if (missing === undefined || (closedAt !== undefined && raw.slice(closedAt).trim() !== '')) {
    return {
      value: asText(value),
      code: 'frontmatter.text-after-flow',
      offset: entry.valueStart + (closedAt ?? 0),
      message: `The brackets of \`${entry.key}\` do not enclose the whole value; it was read as text.`,
    }
  }
  const indented = raw
    .split('\n')
    .map((line, index) => (index === 0 ? line : `  ${line.replaceAll('\t', '  ')}`))
    .join('\n')
  const changed = indented !== raw || missing !== ''
  const reading = changed ? readSnippet(`value: ${indented}${missing}\n`) : undefined
  if (!reading?.ok) {
    return {
      ...repairPlain(value),
      code: 'frontmatter.flow-invalid',
      offset: entry.valueStart,
      message: `The value of \`${entry.key}\` looks like a list or map but is invalid; it was read as text.`,
    }
  }
  const read = { value: reading.parsed.value.value ?? null, parsed: reading.parsed }
  if (missing !== '') {
    return {
      ...read,
      code: 'frontmatter.flow-unclosed',
      offset: entry.valueStart + raw.length,
      message: `The value of \`${entry.key}\` is missing ${JSON.stringify(missing)} at its end; it was added.`,
    }
  }
  return {
    ...read,
    code: 'frontmatter.indentation',
    offset: value.nextLines[0]?.start ?? entry.valueStart,
    message: `The lines of \`${entry.key}\` are not indented; they were read as part of the value.`,
  }
}

/** The closing brackets missing at the end (undefined on a mismatch), and the offset where the outermost closes. */
function scanBrackets(raw: string): { missing?: string; closedAt?: number } {
  const open: string[] = []
  for (let at = 0; at < raw.length; at++) {
    const character = raw[at] as string
    if (character === '"') at = stringEnd(raw, at)
    else if (character === '[') open.push(']')
    else if (character === '{') open.push('}')
    else if (character === ']' || character === '}') {
      if (open.pop() !== character) return {}
      if (open.length === 0) return { missing: '', closedAt: at + 1 }
    }
  }
  return { missing: open.reverse().join('') }
}

function stringEnd(raw: string, start: number): number {
  let at = start + 1
  while (at < raw.length && raw[at] !== '"') at += raw[at] === '\\' ? 2 : 1
  return at
}
