import type { JsonValue } from '../../base/json.ts'
import type { ParsedFrontmatter } from '../parsed-frontmatter.ts'

/** The repaired value of a key, and the first position of the problem. */
export interface RepairedValue {
  value: JsonValue
  /** Present when the repaired text is valid YAML: the source texts of its numbers. */
  parsed?: ParsedFrontmatter
  code: string
  offset: number
  message: string
}
