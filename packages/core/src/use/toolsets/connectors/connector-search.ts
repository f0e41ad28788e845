import { searchTerms } from '../../../choose/search/search-terms.ts'
import type { ConnectorTool } from '../../../domain/connector.ts'

/** A tool and its connector. */
export interface FoundTool {
  readonly connector: string
  readonly tool: ConnectorTool
}

const inName = 4
const inDescription = 1

/**
 * Ranks tools by the query's words in their name and description, best first: a rare word counts more, a
 * word in the name more than one in the description, each word once. An empty query lists all tools by
 * name. Ties are ordered by connector and name, so that the same tools give the same answer. Pure.
 */
export function rankTools(query: string, tools: readonly FoundTool[]): readonly FoundTool[] {
  const ordered = tools.toSorted((a, b) => compare(nameOf(a), nameOf(b)))
  const terms = [...new Set(searchTerms(query))]
  if (terms.length === 0) return ordered
  const texts = ordered.map(({ connector, tool }) => ({
    name: new Set(searchTerms(`${connector} ${tool.name}`)),
    description: new Set(searchTerms(tool.description)),
  }))
  const weights = terms.map((term) => {
    const having = texts.filter(({ name, description }) => name.has(term) || description.has(term))
    return Math.log(1 + texts.length / (1 + having.length))
  })
  const scores = texts.map(({ name, description }) =>
    terms.reduce((score, term, at) => {
      const fieldWeight =
        (name.has(term) ? inName : 0) + (description.has(term) ? inDescription : 0)
      return score + fieldWeight * (weights[at] ?? 0)
    }, 0),
  )
  return ordered
    .map((found, at) => ({ found, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ found }) => found)
}

function nameOf({ connector, tool }: FoundTool): string {
  return `${connector}\0${tool.name}`
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
