import type { BenchSkill } from '../corpus.ts'

/** Skills by position; ids are positions. Made anew at each call, so that no engine keeps them alive. */
export interface Corpus {
  readonly size: number
  skill(index: number): BenchSkill
}

export interface BuiltEngine {
  /** Positions of the best skills, best first. */
  search(text: string, limit: number): Promise<readonly number[]>
  /** Bytes of the index outside the JavaScript heap and its buffers. */
  nativeBytes?(): number
}

export interface SearchEngine {
  readonly label: string
  /** Throws {@link BuildTooSlow} once `deadline` (performance.now) has passed. */
  build(corpus: Corpus, deadline: number): Promise<BuiltEngine>
}

export class BuildTooSlow extends Error {}

/** The corpus in batches, until the deadline. */
export function* batches(
  corpus: Corpus,
  deadline: number,
): Generator<{ index: number; skill: BenchSkill }[]> {
  for (let start = 0; start < corpus.size; start += 1000) {
    if (performance.now() > deadline) throw new BuildTooSlow(`at ${start} skills`)
    const length = Math.min(1000, corpus.size - start)
    yield Array.from({ length }, (_, offset) => ({
      index: start + offset,
      skill: corpus.skill(start + offset),
    }))
  }
}
