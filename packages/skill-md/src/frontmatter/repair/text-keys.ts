import type { Finding } from '../../diagnostic.ts'
import type { Entry } from '../entries.ts'
import type { ParsedFrontmatter } from '../parsed-frontmatter.ts'
import { asText, innerColon, rawValueOf } from './raw-value.ts'

const textKeys = new Set(['name', 'description', 'when_to_use', 'when-to-use', 'compatibility'])

/** Whether a key's value must be text, so that lines with a colon below it are prose and no map. */
export function isTextKey(key: string): boolean {
  return textKeys.has(key)
}

/** Where a key that must be text came out of YAML as a list or map, its lines are taken as the text they look like. */
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
      message: `\`${key}\` must be text but YAML reads a ${Array.isArray(value) ? 'list' : 'map'}; it was read as text.`,
      fix: 'Put the value in double quotes.',
    })
  }
  return findings
}
