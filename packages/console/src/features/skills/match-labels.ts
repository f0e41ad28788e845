import { meaningByModel, qualityLabels } from '@repertoire/client'
import type { HitReasonBody } from '@repertoire/protocol'

const fieldNames: Record<
  Exclude<HitReasonBody['field'], 'meaning' | 'synonym' | 'quality'>,
  string
> = {
  slug: 'slug',
  name: 'name',
  description: 'description',
  tags: 'tags',
  when_to_use: 'when to use',
  body: 'text',
}

/** Why a skill was found, the weightiest first: `postgres in name, text`, `slow by meaning`, `synonym: k8s ~ kubernetes`; last `reviewed`. */
export function matchLabels(reasons: readonly HitReasonBody[]): readonly string[] {
  const byWord = new Map<string, { impact: number; fields: Set<string> }>()
  for (const reason of reasons.filter(({ quality }) => !quality)) {
    const { field, impact } = reason
    const word = keyOf(reason)
    const entry = byWord.get(word) ?? { impact: 0, fields: new Set<string>() }
    entry.impact += impact
    if (field in fieldNames) entry.fields.add(fieldNames[field as keyof typeof fieldNames])
    byWord.set(word, entry)
  }
  const labels = [...byWord]
    .sort(([, a], [, b]) => b.impact - a.impact)
    .map(([word, { fields }]) => {
      if (fields.size > 0) return `${word} in ${[...fields].join(', ')}`
      if (word.startsWith('synonym: ') || word === meaningByModel) return word
      return word === '' ? 'similar meaning' : `${word} by meaning`
    })
  return [...labels, ...qualityLabels(reasons.flatMap(({ quality = [] }) => quality))]
}

function keyOf({ term, word, field, embedding }: HitReasonBody): string {
  if (embedding === 'used') return meaningByModel
  return field === 'synonym' ? `synonym: ${word} ~ ${term}` : word
}

/** The weightiest three; what an embedding model said is always among them. */
export function shownLabels(reasons: readonly HitReasonBody[]): readonly string[] {
  const labels = matchLabels(reasons)
  if (labels.indexOf(meaningByModel) < 3) return labels.slice(0, 3)
  return [...labels.slice(0, 2), meaningByModel]
}
