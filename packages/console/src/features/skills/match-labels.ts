import type { HitReasonBody } from '@repertoire/protocol'

const fieldNames: Record<Exclude<HitReasonBody['field'], 'meaning' | 'synonym'>, string> = {
  slug: 'slug',
  name: 'name',
  description: 'description',
  tags: 'tags',
  when_to_use: 'when to use',
  body: 'text',
}

/** Why a skill was found, the weightiest first: `postgres in name, text`, `slow by meaning`, `synonym: k8s ~ kubernetes`. */
export function matchLabels(reasons: readonly HitReasonBody[]): readonly string[] {
  const byWord = new Map<string, { impact: number; fields: Set<string> }>()
  for (const { term, word: said, field, impact } of reasons) {
    const word = field === 'synonym' ? `synonym: ${said} ~ ${term}` : said
    const entry = byWord.get(word) ?? { impact: 0, fields: new Set<string>() }
    entry.impact += impact
    if (field !== 'meaning' && field !== 'synonym') entry.fields.add(fieldNames[field])
    byWord.set(word, entry)
  }
  return [...byWord]
    .sort(([, a], [, b]) => b.impact - a.impact)
    .map(([word, { fields }]) => {
      if (fields.size > 0) return `${word} in ${[...fields].join(', ')}`
      if (word.startsWith('synonym: ')) return word
      return word === '' ? 'similar meaning' : `${word} by meaning`
    })
}
