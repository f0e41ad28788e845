import type { z } from 'zod'

/** What is wrong with one field. The schema's own words for a wrong type are those of the language that it is written in. */
export function issueText(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return issue.message
  return `expected ${withArticle(names[issue.expected] ?? issue.expected)}`
}

/** The path of a field and what is wrong with it, in one line: `` `text`: expected a string ``. */
export function issueLine({ path, message }: IssueOfField): string {
  const field = path
    .map(String)
    .join('.')
    .replaceAll(/[\p{Cc}\p{Cf}`]/gu, '')
  return field === '' ? message : `\`${field.slice(0, maxPathLength)}\`: ${message}`
}

export interface IssueOfField {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

const maxPathLength = 200

const names: Readonly<Record<string, string>> = { int: 'integer', record: 'object', array: 'list' }

function withArticle(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
}
