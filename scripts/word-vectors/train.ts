/**
 * Learns the vectors of packages/word-vectors from documentation: `npm run train-word-vectors -- [cache folder]`. Fetches
 * some 500 MB into the folder once, and takes about ten minutes of one processor and 8 GB of memory.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../proof/paths.ts'
import { corpusSources } from './corpus-sources.ts'
import { countPairs } from './count-pairs.ts'
import { fetchSource } from './fetch-source.ts'
import { leadingDirections } from './leading-directions.ts'
import { type Corpus, readCorpus } from './read-corpus.ts'
import { readParagraphs } from './read-paragraphs.ts'
import { positiveInformation } from './sparse-matrix.ts'
import { nearestWords, unitVectors } from './unit-vectors.ts'

const dimensions = 200
const nearestKept = 8
const minSimilarity = 0.4
/** A word with this share of all text tells half as much as a rare one. */
const halfShare = 1e-3
/** Words with a greater share are thinned out. */
const thinnedShare = 1e-4

const cache = process.argv[2] ?? join(tmpdir(), 'repertoire-word-vectors')
mkdirSync(cache, { recursive: true })

function* allParagraphs(): Generator<string> {
  for (const source of corpusSources) {
    report(`reading ${source.name} …`)
    yield* readParagraphs(fetchSource(source, cache))
  }
}

const corpus = readCorpus(allParagraphs())
report(`${corpus.words.length} words in ${corpus.paragraphs.length} paragraphs`)
const pairs = countPairs(corpus.paragraphs, keptShares(corpus))
report(`${pairs.pairs.length} pairs`)
const places = leadingDirections(positiveInformation(pairs), dimensions)
const vectors = unitVectors(places, dimensions)
report('looking for the nearest words …')
const nearest = nearestWords(vectors, { dimensions, keep: nearestKept, minSimilarity })
const folder = join(root, 'packages/word-vectors/data')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'words.txt'), `${corpus.words.join('\n')}\n`)
writeFileSync(join(folder, 'vectors.bin'), vectors)
writeFileSync(join(folder, 'weights.bin'), weightsOf(corpus))
writeFileSync(join(folder, 'nearest.bin'), new Uint8Array(nearest.buffer))

function sharesOf({ occurrences }: Corpus): Float64Array {
  const all = occurrences.reduce((sum, one) => sum + one, 0)
  return Float64Array.from(occurrences, (one) => one / all)
}

function keptShares(of: Corpus): Float64Array {
  return sharesOf(of).map((share) =>
    Math.min(1, Math.sqrt(thinnedShare / share) + thinnedShare / share),
  )
}

function weightsOf(of: Corpus): Uint8Array {
  return Uint8Array.from(sharesOf(of), (share) =>
    Math.max(1, Math.round((255 * halfShare) / (halfShare + share))),
  )
}

function report(line: string): void {
  process.stdout.write(`${line}\n`)
}
