import type { Vocabulary } from '@repertoire/core/choose'
import { parseDocument } from 'yaml'
import { z } from 'zod'

const phrases = z.array(z.string().trim().min(1).max(200)).max(2_000)
const named = z.record(z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/), phrases)

const vocabularySchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  stages: named.default({}),
  asset_classes: named.default({}),
})

/** Parses one vocabulary file. A string says why it cannot be used. */
export function readVocabulary(content: string): Vocabulary | string {
  const document = parseDocument(content, { uniqueKeys: true, stringKeys: true })
  const [error] = document.errors
  if (error) return error.message.split('\n')[0] ?? 'it is no YAML'
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 50 })
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault)
  }
  const parsed = vocabularySchema.safeParse(value)
  if (!parsed.success) return z.prettifyError(parsed.error)
  const { name, stages, asset_classes: assetClasses } = parsed.data
  return { name, stages, assetClasses }
}
