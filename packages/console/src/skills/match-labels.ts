import type { HitReasonBody } from '@repertoire/protocol'

const fieldNames: Record<HitReasonBody['field'], string> = {
  slug: 'slug',
  name: 'name',
  description: 'description',
  tags: 'tags',
  when_to_use: 'when to use',
  body: 'text',
}

/** Why a skill was found: each word once, with the fields it was in, the weightiest first. */
export function matchLabel(
  reasons: readonly HitReasonBody[],
): { readonly word: string; readonly fields: string }[] {
  const byWord = new Map<string, { impact: number; fields: Set<string> }>()
  for (const { word, field, impact } of reasons) {
    const entry = byWord.get(word) ?? { impact: 0, fields: new Set<string>() }
    entry.impact += impact
    entry.fields.add(fieldNames[field])
    byWord.set(word, entry)
  }
  return [...byWord]
    .sort(([, a], [, b]) => b.impact - a.impact)
    .map(([word, { fields }]) => ({ word, fields: [...fields].join(', ') }))
}
