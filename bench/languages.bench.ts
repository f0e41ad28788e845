import { joinSegments, type LanguageQuery, languageCorpus } from './languages/corpus.ts'
import { repertoire, withEmbeddingModel } from './search-engines/repertoire.ts'
import type { BenchSkill, BuiltEngine, SearchEngine } from './search-engines/search-engine.ts'
import { printTable, type Table } from './table.ts'

/** Requests written by hand in six languages, for descriptions in the same language. */
export async function benchLanguages(): Promise<readonly Table[]> {
  const { skills, queries, languageOf } = languageCorpus()
  const words = skills.map((skill, index) => {
    const language = languageOf.get(index)
    if (language === undefined) return skill
    return { ...skill, description: joinSegments(skill.description, language) }
  })
  const asked = queries.map((query) => ({
    ...query,
    text: joinSegments(query.text, query.language),
  }))
  const unspaced = asked.filter(({ text }, index) => text !== queries[index]!.text)
  const tables = [
    await languageTable({ how: 'pairs where words have no spaces' }, skills, queries),
    await languageTable({ how: 'words of Intl.Segmenter' }, words, unspaced),
  ]
  for (const engine of withEmbeddingModel)
    tables.push(await languageTable({ how: engine.label, engine }, skills, queries))
  return tables
}

async function languageTable(
  { how, engine = repertoire }: { readonly how: string; readonly engine?: SearchEngine },
  skills: readonly BenchSkill[],
  queries: readonly LanguageQuery[],
): Promise<Table> {
  const built = await engine.build(
    { size: skills.length, skill: (index) => skills[index]! },
    Number.POSITIVE_INFINITY,
  )
  const rows: string[][] = []
  for (const language of new Set(queries.map((query) => query.language))) {
    const ofLanguage = queries.filter((query) => query.language === language)
    const cells: string[] = []
    for (const half of ['tuning', 'withheld'])
      cells.push(
        await hitRates(
          built,
          ofLanguage.filter((query) => query.half === half),
        ),
      )
    rows.push([language, ...cells])
  }
  return {
    title: `Languages: ${skills.length} skills, ${how}`,
    note: 'hit@1 / hit@5 / MRR in percent, with the number of requests. Split by the hash of the request.',
    columns: ['language', 'tuning', 'withheld'],
    rows,
  }
}

async function hitRates(engine: BuiltEngine, queries: readonly LanguageQuery[]): Promise<string> {
  let [first, five, reciprocal] = [0, 0, 0]
  for (const { text, right } of queries) {
    const rank = (await engine.search(text, 20)).indexOf(right) + 1
    if (rank === 1) first += 1
    if (rank > 0 && rank <= 5) five += 1
    if (rank > 0) reciprocal += 1 / rank
  }
  const shares = [first, five, reciprocal].map((sum) => ((100 * sum) / queries.length).toFixed(1))
  return `${shares.join(' / ')} (${queries.length})`
}

if (import.meta.main) for (const table of await benchLanguages()) printTable(table)
