import type { HitReasonBody } from '@repertoire/protocol'

const fieldNames: Record<Exclude<HitReasonBody['field'], 'meaning'>, string> = {
  slug: 'slug',
  name: 'name',
  description: 'description',
  tags: 'tags',
  when_to_use: 'when to use',
  body: 'text',
}

/** Why a skill was found, the weightiest first: `postgres in name, text`, `slow like latency`. */
export function matchLabels(reasons: readonly HitReasonBody[]): readonly string[] {
  const byWord = new Map<string, { impact: number; fields: string[]; like: string | null }>()
  for (const { word, term, field, impact } of reasons) {
    const entry = byWord.get(word) ?? { impact: 0, fields: [], like: null }
    entry.impact += impact
    if (field === 'meaning') entry.like = term
    else if (!entry.fields.includes(fieldNames[field])) entry.fields.push(fieldNames[field])
    byWord.set(word, entry)
  }
  return [...byWord]
    .sort(([, a], [, b]) => b.impact - a.impact)
    .map(([word, { fields, like }]) => {
      if (fields.length > 0) return `${word} in ${fields.join(', ')}`
      return word === '' ? 'what it is about' : `${word} like ${like}`
    })
}
