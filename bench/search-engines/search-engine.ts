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
  /** Throws {@link BuildTooSlow} once the process has used {@link cpuSeconds} past `deadline`. */
  build(corpus: Corpus, deadline: number): Promise<BuiltEngine>
}

export class BuildTooSlow extends Error {}

/** Of this process so far: a busy machine must not make an engine look slow to build. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** The corpus in batches, until the deadline. */
export function* batches(
  corpus: Corpus,
  deadline: number,
): Generator<{ index: number; skill: BenchSkill }[]> {
  for (let start = 0; start < corpus.size; start += 1000) {
    if (cpuSeconds() > deadline) throw new BuildTooSlow(`at ${start} skills`)
    const length = Math.min(1000, corpus.size - start)
    yield Array.from({ length }, (_, offset) => ({
      index: start + offset,
      skill: corpus.skill(start + offset),
    }))
  }
}
