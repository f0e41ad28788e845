import { searchTerms } from '@repertoire/core/choose'
import MiniSearch, { type Options } from 'minisearch'
import { batches, type SearchEngine } from './search-engine.ts'

interface Row {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly tags: string
  readonly body: string
}

const fields = ['slug', 'name', 'description', 'tags', 'body']

export const miniSearchDefault = engine('MiniSearch, default', { fields })

/** With our tokens, stems, stop words and weights; its own BM25 constants rank better here than ours. */
export const miniSearchWeighted = engine('MiniSearch, our terms and weights', {
  fields,
  tokenize: searchTerms,
  processTerm: (term) => term,
  searchOptions: {
    boost: { slug: 3, name: 3, description: 1, tags: 1, body: 0.3 },
  },
})

function isLast(_: string, at: number, words: readonly string[]): boolean {
  return at === words.length - 1
}

function engine(label: string, options: Options<Row>): SearchEngine {
  return {
    label,
    async build(corpus, deadline) {
      const index = new MiniSearch<Row>(options)
      for (const batch of batches(corpus, deadline)) {
        index.addAll(
          batch.map(({ index: id, skill }) => ({ ...skill, id, tags: skill.tags.join(' ') })),
        )
      }
      return {
        search: async (text, limit, found) =>
          index
            .search(text, found?.prefix === true ? { prefix: isLast } : {})
            .slice(0, limit)
            .map(({ id }) => id),
      }
    },
  }
}
