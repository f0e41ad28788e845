import { type Document, isMap, isScalar, parseDocument } from 'yaml'
import { integrationLimits } from './limits.ts'

export type YamlKeys =
  | { readonly values: Readonly<Record<string, string | null>>; readonly fault?: undefined }
  | { readonly fault: string; readonly values?: undefined }

/**
 * Reads the top level of a YAML file: text by key, null for other values. Scalars stay text, so that version
 * 1.10 is not the number 1.1. Nested values are ignored, so that neither aliases nor complex keys make a small
 * file expensive.
 */
export function readYamlKeys(bytes: Uint8Array): YamlKeys {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (countSyntaxCharacters(text) > integrationLimits.manifestMarks) {
      return { fault: 'it has too many brackets, colons, quotes and lines' }
    }
    const options = { schema: 'failsafe', logLevel: 'silent', prettyErrors: false } as const
    const document = parseDocument(text, options)
    const [error] = document.errors
    if (error) return { fault: `${error.message} (line ${lineOf(text, error.pos[0])})` }
    return topLevel(document)
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'it is not text' }
  }
}

/** Counts YAML syntax characters: the parser's time grows with them. */
function countSyntaxCharacters(text: string): number {
  return text.match(/[[\]{},:&*!"'|>?#%@`\n-]/g)?.length ?? 0
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function topLevel({ contents }: Document.Parsed): YamlKeys {
  if (!isMap(contents)) return { fault: 'it is not a mapping of keys to values' }
  const values = new Map<string, string | null>()
  for (const { key, value } of contents.items) {
    if (!isScalar(key) || typeof key.value !== 'string') continue
    values.set(key.value, isScalar(value) && typeof value.value === 'string' ? value.value : null)
  }
  return { values: Object.fromEntries(values) }
}
