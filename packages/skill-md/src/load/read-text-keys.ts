import { asText, innerColon, writtenValue } from '../frontmatter/repair/written-value.ts'
import type { FileContent } from './file-content.ts'
import type { FieldFinding } from './read-fields.ts'

const textKeys = ['name', 'description', 'when_to_use', 'when-to-use', 'compatibility']

/** Where a key that must be text came out of YAML as a list or map, its lines are taken as the text they look like. */
export function readTextKeys(content: FileContent): FieldFinding[] {
  const findings: FieldFinding[] = []
  for (const key of textKeys) {
    const value = content.parsed.value[key]
    const entry = typeof value === 'object' && value !== null ? content.entry(key) : undefined
    if (entry === undefined) continue
    const written = writtenValue(content.text, entry)
    content.parsed.value[key] = asText(written)
    const isMap = !Array.isArray(value) && innerColon(written) !== undefined
    findings.push({
      key,
      code: isMap ? 'frontmatter.colon-unquoted' : `${key.replaceAll('_', '-')}.not-text`,
      severity: 'warning',
      message: `\`${key}\` must be text but YAML reads a ${isMap ? 'map' : 'list'}; it was read as text.`,
      fix: 'Put the value in double quotes.',
    })
  }
  return findings
}
