import type { EmbeddedKind } from '@repertoire/core/ports'

/** Families of models that learned with a word before each text; without it they compare badly. */
const families: readonly (readonly [RegExp, Readonly<Record<EmbeddedKind, string>>])[] = [
  [/(^|[/_-])e5(?!.*instruct)([_-]|$)/i, { query: 'query: ', skill: 'passage: ' }],
  [/nomic-embed-text/i, { query: 'search_query: ', skill: 'search_document: ' }],
]

/** The text as a model of this name expects it. */
export function textForModel(model: string, kind: EmbeddedKind, text: string): string {
  const family = families.find(([pattern]) => pattern.test(model))
  return family ? family[1][kind] + text : text
}
