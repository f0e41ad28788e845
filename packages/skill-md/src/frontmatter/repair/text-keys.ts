import type { Finding } from '../../base/diagnostic.ts'
import type { Entry } from '../entries.ts'
import type { ParsedFrontmatter } from '../parsed-frontmatter.ts'
import { asText, innerColon, rawValueOf } from './raw-value.ts'

const textKeys = new Set(['name', 'description', 'when_to_use', 'when-to-use', 'compatibility'])

/** Whether the value of a key must be text, so that lines with a colon are prose, not a map. */
export function isTextKey(key: string): boolean {
  return textKeys.has(key)
}

/** Converts values that must be text but were parsed as a list or map back to text. */
export function repairTextKeys(
  text: string,
  parsed: ParsedFrontmatter,
  splitKeys: () => Entry[],
): Finding[] {
  const findings: Finding[] = []
  for (const key of Object.keys(parsed.value).filter(isTextKey)) {
    const value = parsed.value[key]
    if (typeof value !== 'object' || value === null) continue
    const entry = splitKeys().findLast((candidate) => candidate.key === key)
    if (entry === undefined) continue
    const written = rawValueOf(text, entry)
    parsed.value[key] = asText(written)
    const colon = Array.isArray(value) ? undefined : innerColon(written)
    findings.push({
      code:
        colon === undefined ? `${key.replaceAll('_', '-')}.not-text` : 'frontmatter.colon-unquoted',
      severity: 'warning',
      offset: colon ?? entry.keyStart,
      message: `\`${key}\` must be text but is a ${Array.isArray(value) ? 'list' : 'map'} in YAML; it was read as text.`,
      fix: 'Put the value in double quotes.',
    })
  }
  return findings
}
