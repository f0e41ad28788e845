import { create, insertMultiple, search } from '@orama/orama'
import { batches, type SearchEngine } from './search-engine.ts'

/** Uses its English stemmer and our field weights. */
export const orama: SearchEngine = {
  label: 'Orama, stemmed, our weights',
  async build(corpus, deadline) {
    const db = create({
      schema: {
        position: 'number',
        slug: 'string',
        name: 'string',
        description: 'string',
        tags: 'string',
        body: 'string',
      } as const,
      components: { tokenizer: { language: 'english', stemming: true } },
    })
    for (const batch of batches(corpus, deadline)) {
      const rows = batch.map(({ index, skill }) => ({
        ...{ position: index, slug: skill.slug.replaceAll('-', ' '), name: skill.name },
        ...{ description: skill.description, tags: skill.tags.join(' '), body: skill.body },
      }))
      await insertMultiple(db, rows, 1000)
    }
    const properties = ['slug', 'name', 'description', 'tags', 'body'] as const
    const boost = { slug: 3, name: 3, description: 1, tags: 1, body: 0.3 }
    return {
      async search(term, limit) {
        const found = await search(db, { term, limit, properties: [...properties], boost })
        return found.hits.map(({ document }) => document.position)
      },
    }
  },
}
