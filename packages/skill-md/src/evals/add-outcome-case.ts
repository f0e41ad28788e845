import { isRecord } from './outcome-reader.ts'

/** A case to add; without an expectation, for an editor to fill in. */
export interface NewOutcomeCase {
  readonly prompt: string
  readonly expectedOutput?: string
  /** Paths in the package. */
  readonly files?: readonly string[]
}

/**
 * The file with one more case at its end. Everything else stays as written, unknown fields too. Null for a text that is
 * no file of outcome tests; an empty text begins one.
 */
export function addOutcomeCase(
  text: string,
  skillName: string,
  { prompt, expectedOutput = '', files = [] }: NewOutcomeCase,
): string | null {
  const root = text.trim() === '' ? { skill_name: skillName, evals: [] } : parse(text)
  if (!isRecord(root) || !Array.isArray(root.evals)) return null
  const id = nextId(root.evals)
  const added = { id, prompt, expected_output: expectedOutput, files, assertions: [] }
  const source = text.trim() === '' ? `${JSON.stringify(root, null, 2)}\n` : text
  const before = endOfCases(source)
  if (before === null) return null
  const indent = /\n([ \t]+)"/.exec(source)?.[1] ?? '  '
  const written = JSON.stringify(added, null, indent).replaceAll('\n', `\n${indent}${indent}`)
  const comma = root.evals.length === 0 ? '' : ','
  const head = source.slice(0, before).trimEnd()
  return `${head}${comma}\n${indent}${indent}${written}\n${indent}${source.slice(before)}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}

/** Above every number; other ids stay apart by being text. */
function nextId(cases: readonly unknown[]): number {
  const ids = cases.map((one) => (isRecord(one) ? Number(one.id) : 0))
  return Math.max(0, ...ids.filter(Number.isSafeInteger)) + 1
}

/** The offset of the bracket that ends the list `evals` of the root. */
function endOfCases(source: string): number | null {
  let depth = 0
  let key = ''
  let listDepth: number | null = null
  const tokens = /"(?:[^"\\]|\\.)*"|[[\]{}]/g
  let found: number | null = null
  for (const { 0: token, index } of source.matchAll(tokens)) {
    if (token.startsWith('"')) {
      if (depth === 1) key = JSON.parse(token)
    } else if (token === '[' || token === '{') {
      depth += 1
      if (depth === 2 && token === '[' && key === 'evals') listDepth = depth
    } else {
      if (token === ']' && depth === listDepth) {
        found = index
        listDepth = null
      }
      depth -= 1
    }
  }
  return found
}
