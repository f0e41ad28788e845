import { distance } from 'fastest-levenshtein'
import type { JsonObject } from '../base/json.ts'
import type { FieldFinding } from '../fields/read-values.ts'

/** Fields of the open format; a misspelt one has no effect, and nobody says so. */
const fields = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']
/** `allowed_tools` and `allowedTools` are read, too. */
const spellings: ReadonlySet<string> = new Set(fields.map(withoutMarks))
/** Words that are close to a field and mean something else. */
const otherWords: ReadonlySet<string> = new Set(['licence', 'names', 'descriptions'])

/** Keys that are no field, and close to one that is missing. Pure. */
export function unknownFields(frontmatter: JsonObject): FieldFinding[] {
  const missing = fields.filter((field) => !Object.hasOwn(frontmatter, field))
  return Object.keys(frontmatter)
    .filter((key) => !spellings.has(withoutMarks(key)) && !otherWords.has(key))
    .flatMap((key) => {
      const meant = missing.find((field) => isClose(key, field))
      return meant === undefined ? [] : [finding(key, meant)]
    })
}

function withoutMarks(key: string): string {
  return key.replace(/[-_]/g, '').toLowerCase()
}

/** One slip in a short word, two in a long one. */
function isClose(key: string, field: string): boolean {
  const slips = field.length < 8 ? 1 : 2
  return Math.abs(key.length - field.length) <= slips && distance(key, field) <= slips
}

function finding(key: string, meant: string): FieldFinding {
  return {
    ...{ key, code: 'frontmatter.unknown-field', severity: 'warning' },
    message: `${JSON.stringify(key)} is no field of a skill, so it has no effect. Did you mean ${JSON.stringify(meant)}?`,
    fix: `Write \`${meant}:\` instead of \`${key}:\`.`,
  }
}
